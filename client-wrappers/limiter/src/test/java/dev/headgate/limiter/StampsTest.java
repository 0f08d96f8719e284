package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ring of a log tells what was put into it, however it keeps it. */
class StampsTest {
    @ParameterizedTest
    @CsvSource({"1, 100", "7, 100", "7, 5000000000", "1000000, 3", "9007199254740992, 3000000000"})
    void a_ring_in_cells_tells_every_stamp_and_total(long cell, long largest) {
        Random random = new Random(cell + largest);
        Stamps ring = new Stamps(cell, 13);
        List<long[]> plain = new ArrayList<>();
        long number = -5;
        long total = 0;
        for (int i = 0; i < 3_000; i++) {
            total += 1 + (long) (random.nextDouble() * largest);
            boolean jump = random.nextInt(200) == 0;
            number += jump ? (long) (random.nextGaussian() * (Long.MAX_VALUE / cell / 1_000)) : 1 + random.nextInt(3);
            if (plain.isEmpty() || random.nextBoolean()) {
                long stamp = number * cell + (random.nextInt(500) == 0 ? 0 : cell - 1);
                ring.push(stamp, total);
                plain.add(new long[] {stamp, total});
            } else {
                ring.setLastTotal(total);
                plain.get(plain.size() - 1)[1] = total;
            }
            if (random.nextInt(30) == 0) {
                int gone = random.nextInt(plain.size() + 1);
                ring.keepFrom(ring.kept() + gone);
                plain.subList(0, gone).clear();
            } else if (random.nextInt(30) == 0) {
                int cut = random.nextInt(plain.size() + 1);
                ring.cutAt(ring.kept() + cut);
                plain.subList(cut, plain.size()).clear();
            }
            List<long[]> told = new ArrayList<>();
            for (long k = ring.kept(); k < ring.tail(); k++) {
                told.add(new long[] {ring.stampAt(k), ring.totalAt(k)});
            }
            assertThat(told.toArray(new long[0][])).isDeepEqualTo(plain.toArray(new long[0][]));
        }
    }
}
