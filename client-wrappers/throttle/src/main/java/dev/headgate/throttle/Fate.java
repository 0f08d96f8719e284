package dev.headgate.throttle;

/** Hears once whether a call goes. */
interface Fate {
    /** Nobody wants to know. */
    Fate UNTOLD = new Fate() {
        @Override
        public void went() {}

        @Override
        public void stayed() {}
    };

    /** The call goes. */
    void went();

    /** It does not, because it was rejected or given up. */
    void stayed();
}
