import { isTrunklineError } from '@trunkline/client';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { part } from '../ui/part';
import type { PendingCall } from './pending-call';

type Call<T> = (password: string | undefined) => PromiseLike<T>;
type Confirm = <T>(call: Call<T>) => Promise<T>;

// Loaded when it is needed first: dialogs are a tenth of a page's scripts.
const PasswordDialog = part(async () => (await import('./password-dialog')).default);

const Context = createContext<Confirm>(async (call) => call(undefined));

/** Repeats a call with the user's password when the API asks for a recent sign-in. */
export const usePasswordPrompt = (): Confirm => useContext(Context);

export class PromptCancelled extends Error {
  override readonly name = 'PromptCancelled';
  constructor() {
    super('The change was cancelled.');
  }
}

export function PasswordPrompt({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingCall | null>(null);
  const confirm: Confirm = async (call) => {
    try {
      return await call(undefined);
    } catch (error) {
      if (!isTrunklineError(error, 'reauthentication_required')) throw error;
      return prompt(call, setPending);
    }
  };
  return (
    <Context value={confirm}>
      {children}
      {pending && <PasswordDialog {...pending} />}
    </Context>
  );
}

function prompt<T>(call: Call<T>, setPending: (pending: PendingCall | null) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => setPending(null);
    setPending({
      repeat: async (password) => {
        try {
          resolve(await call(password));
        } catch (error) {
          // A wrong password can be corrected in the dialog.
          if (isTrunklineError(error) && 'password' in error.fields) throw error;
          reject(error instanceof Error ? error : new Error('The change failed.'));
        }
        end();
      },
      cancel: () => {
        end();
        reject(new PromptCancelled());
      },
    });
  });
}
