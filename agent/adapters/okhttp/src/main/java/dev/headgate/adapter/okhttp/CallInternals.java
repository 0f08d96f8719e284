package dev.headgate.adapter.okhttp;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The members of OkHttp's own classes that are not public, or named otherwise, in some version. Found once; what is missing
 * fails when it is looked for. Immutable.
 */
final class CallInternals {
    private final Method enqueue;
    private final Method callOf;
    private final AccessibleObject clientOf;

    /** Finds the members that an asynchronous call of this class needs. */
    CallInternals(Class<?> asyncCall) throws NoSuchMethodException, NoSuchFieldException {
        this.enqueue = accessible(method(Dispatcher.class, asyncCall, "enqueue$okhttp", "enqueue"));
        this.callOf = accessible(method(asyncCall, null, "getCall", "get"));
        this.clientOf = clientOf(callOf.getReturnType());
    }

    /** Returns the client of a call, or null if the call is not OkHttp's own. */
    static @Nullable OkHttpClient client(Call call) {
        try {
            return read(clientOf(call.getClass()), call);
        } catch (ReflectiveOperationException | RuntimeException foreign) {
            return null;
        }
    }

    Call call(Object asyncCall) throws ReflectiveOperationException {
        return (Call) callOf.invoke(asyncCall);
    }

    OkHttpClient clientOf(Call call) throws ReflectiveOperationException {
        return read(clientOf, call);
    }

    /** Hands an asynchronous call to its dispatcher. What the program's executor throws comes out as it is. */
    void enqueue(Dispatcher dispatcher, Object asyncCall) throws IllegalAccessException {
        try {
            enqueue.invoke(dispatcher, asyncCall);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof RuntimeException) {
                throw (RuntimeException) failed.getCause();
            }
            if (failed.getCause() instanceof Error) {
                throw (Error) failed.getCause();
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    private static OkHttpClient read(AccessibleObject member, Call call) throws ReflectiveOperationException {
        Object client = member instanceof Field ? ((Field) member).get(call) : ((Method) member).invoke(call);
        return (OkHttpClient) client;
    }

    private static AccessibleObject clientOf(Class<?> call) throws NoSuchFieldException {
        try {
            return accessible(call.getDeclaredMethod("getClient"));
        } catch (NoSuchMethodException older) {
            return accessible(call.getDeclaredField("client"));
        }
    }

    private static Method method(Class<?> owner, @Nullable Class<?> parameter, String name, String olderName)
            throws NoSuchMethodException {
        Class<?>[] parameters = parameter == null ? new Class<?>[0] : new Class<?>[] {parameter};
        try {
            return owner.getDeclaredMethod(name, parameters);
        } catch (NoSuchMethodException older) {
            return owner.getDeclaredMethod(olderName, parameters);
        }
    }

    private static <M extends AccessibleObject> M accessible(M member) {
        member.setAccessible(true);
        return member;
    }
}
