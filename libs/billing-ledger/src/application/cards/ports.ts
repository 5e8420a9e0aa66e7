export interface OpenSetup {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** Setups that customers have begun at the processor. */
export abstract class CardSetupRepository {
  /** Nothing happens when it is there. */
  abstract add(setup: OpenSetup): Promise<void>;
  abstract findExpired(now: Date, limit: number): Promise<OpenSetup[]>;
  abstract close(id: string, at: Date): Promise<void>;
}
