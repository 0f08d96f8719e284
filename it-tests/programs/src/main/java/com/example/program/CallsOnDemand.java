package com.example.program;

import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Makes the calls that it is told on its standard input: a line is {@code CLIENT URL…}, as in {@link Calls}. */
public final class CallsOnDemand {
    private CallsOnDemand() {}

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
            Calls.make(line.split(" "));
            System.out.println("done");
        }
        System.exit(0); // the clients' own threads live on
    }
}
