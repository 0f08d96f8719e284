package dev.headgate.adapter.toy;

import dev.headgate.spi.AdapterContext;

/** A second adapter of the toy library. */
public final class OtherAdapter extends ToyAdapter {
    public OtherAdapter(AdapterContext context) {
        super(context);
    }
}
