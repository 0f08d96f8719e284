--each rule
if sharedwrite` then
  local now = floor(time / 1000000)
  if now ~= floor(sharedseen` / 1000000) or gap` > 0 then renew` = true end
  if taken` > 0 and now ~= second` then
    local sound, counts = pcall(unpacked, history`)
    local moved = {}
    if sound and type(counts) == 'table' and now - second` <= 10 and now > second` then
      moved[now - second`] = admitted`
      for k = 1, 10 - now + second` do moved[now - second` + k] = counts[k] or 0 end
      for k = 1, now - second` - 1 do moved[k] = 0 end
    end
    second`, admitted`, history` = now, 0, pack(moved)
  end
  if time > sharedseen` then sharedseen` = time end
  local kept = struct.pack('<dddddddddddd', 1, sharedseen`, sharedpause`, gap`, paced`, before`, cut`, since`, good`, bad`,
    second`, admitted` + taken`) .. history`
  if renew` then                  -- once a second will do: it lives much longer
    local till = sharedpause` > paced` and sharedpause` or paced`
    till = ceil(((till > time and till - time or 0) + pad) / 1000) + 60000
    call('SET', SHARED`, kept, 'PX', till)
  else
    call('SET', SHARED`, kept, 'KEEPTTL')
  end
end
--end
