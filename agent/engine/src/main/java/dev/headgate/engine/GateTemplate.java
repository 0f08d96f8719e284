package dev.headgate.engine;

import dev.headgate.boot.Gate;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** What is inlined at a seam of form {@code GATE}. Touches the gate and its own arguments, nothing else. */
@SuppressWarnings({"unused", "ParameterCanBeFinal", "UnusedVariable"})
final class GateTemplate {
    private GateTemplate() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
    static @Nullable Object enter(
            @SiteNumber int site,
            @Advice.Origin Class<?> owner,
            @Advice.This(optional = true) @Nullable Object self,
            @Advice.Argument(value = 0, optional = true, typing = Assigner.Typing.DYNAMIC) @Nullable Object argument) {
        Object answer = Gate.enter(site, owner, self, argument);
        return answer != null && Gate.skips(answer) ? answer : null;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(
            @Advice.Enter @Nullable Object answer,
            @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object returned,
            @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
        if (answer == null) {
            return;
        }
        Throwable failure = Gate.thrown(answer);
        if (failure != null) {
            thrown = failure;
        } else {
            returned = Gate.value(answer);
        }
    }
}
