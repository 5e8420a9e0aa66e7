import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTrunklineError, Trunkline, type TransportOptions } from '@trunkline/client';

const ACCOUNT = 'trunkline-account';

let shown: string | undefined;

/**
 * The account that this tab acts for: the account that was selected in the tab, or else the account that it shows. When another
 * user signs in in another tab, both tabs share the new session's cookie; the API then refuses what a form of this tab sends.
 * Until an account is shown, it is undefined, which selects the account of the session.
 */
export const selectedAccount = {
  get: (): string | undefined => sessionStorage.getItem(ACCOUNT) ?? shown,
  set: (accountId: string): void => sessionStorage.setItem(ACCOUNT, accountId),
  show: (accountId: string): void => {
    shown = accountId;
  },
  clear: (): void => {
    shown = undefined;
    sessionStorage.removeItem(ACCOUNT);
  },
};

/** Reloads the dashboard for the account, because mounted pages keep the data of the last one. */
export function openAccount(accountId?: string): void {
  if (accountId === undefined) selectedAccount.clear();
  else selectedAccount.set(accountId);
  window.location.assign(import.meta.env.BASE_URL);
}

const options: TransportOptions = {
  rootUrl: '',
  get accountId() {
    return selectedAccount.get();
  },
};
export const trunkline = new Trunkline(options);

export const isSignedOut = (error: unknown): boolean => isTrunklineError(error, 'unauthorized', 'mfa_required');

type SessionEndListener = (isPartial: boolean) => void;

const listeners = new Set<SessionEndListener>();

/**
 * Registers what to do when a call finds that the session has ended, or that it lacks its second factor. Returns how to
 * undo it.
 */
export function onSessionEnd(listener: SessionEndListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Failures by which sessions have ended. The shell asks to sign in again, so that no other part says so. */
const ends = new WeakSet<Error>();
let isOver = false;
export const isSessionEnd = (error: Error): boolean => ends.has(error);

/** Loads again what the page shows, once the user has signed in again over it. */
export function resumeSession(): void {
  isOver = false;
  void queries.invalidateQueries();
}

/** Loads the account again after a refusal, because it may be another user who is signed in now. */
const onRefusal = (error: Error): void => {
  if (isTrunklineError(error, 'forbidden')) void queries.invalidateQueries({ queryKey: ['account'] });
  onError(error);
};

const onError = (error: Error): void => {
  if (!isSignedOut(error) || listeners.size === 0) return;
  // The sign-in dialog shows its own failures.
  if (!isOver) ends.add(error);
  isOver = true;
  for (const listener of listeners) listener(isTrunklineError(error, 'mfa_required'));
};

/** The client retries transient failures; retrying here as well would multiply the attempts. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError: onRefusal }),
  defaultOptions: {
    // Data that Query merges with its last version is a copy, which has no ETag.
    queries: { retry: false, staleTime: 15_000, structuralSharing: false },
    mutations: { retry: false },
  },
});
