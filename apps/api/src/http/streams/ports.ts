/** A place in the log of an account: after the event with this number and id. */
export interface StreamPosition {
  readonly seq: number;
  readonly eventId: string;
}

/** Tells which accounts have something new to stream. */
export abstract class StreamSignals {
  /** Calls `listener` with the ids of accounts, or with null when any account may have something new. */
  abstract listen(listener: (accountIds: readonly string[] | null) => void): void;
  /** Returns which of the accounts have events after the given numbers. */
  abstract changed(seqs: ReadonlyMap<string, number>): Promise<string[]>;
}
