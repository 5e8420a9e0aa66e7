import type { TurnStore } from '@trunkline/platform';
import { type Turns } from '../../application/calls/ports';

export class StoredTurns implements Turns {
  constructor(private readonly store: TurnStore) {}

  next(profileId: string): Promise<number> {
    return this.store.next(`round_robin:${profileId}`);
  }
}
