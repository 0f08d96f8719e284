/** The storms of the lab played to real programs in JVMs of their own, which call a real server. */
@NullMarked
package dev.headgate.it.storms.live;

import org.jspecify.annotations.NullMarked;
