import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { isTrunklineError } from '@trunkline/client';
import { useRef } from 'react';

/** A failure whose effect is unknown: repeating the call must not repeat the effect. */
const isUndecided = (error: unknown): boolean =>
  !isTrunklineError(error) || error.status === 0 || error.status >= 500 || error.status === 429;

/**
 * A change that has an effect once: pressing the button again after a time-out sends the same Idempotency-Key.
 * The key is replaced after an outcome that the API has decided.
 */
export function useChange<V, T>(
  send: (values: V, idempotencyKey: string) => PromiseLike<T>,
  onDone?: (result: T, values: V) => unknown,
): UseMutationResult<T, Error, V> {
  const pending = useRef<{ readonly key: string; readonly values: string } | null>(null);
  return useMutation({
    mutationFn: async (values: V) => {
      const text = JSON.stringify(values) as string | undefined;
      if (pending.current?.values !== (text ?? '')) pending.current = { key: crypto.randomUUID(), values: text ?? '' };
      return send(values, pending.current.key);
    },
    onSuccess: (result, values) => {
      pending.current = null;
      return onDone?.(result, values);
    },
    onError: (error) => {
      if (!isUndecided(error)) pending.current = null;
    },
  });
}
