/** A call that waits for the user's password. */
export interface PendingCall {
  readonly repeat: (password: string) => Promise<void>;
  readonly cancel: () => void;
}
