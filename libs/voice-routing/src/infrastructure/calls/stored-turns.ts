import { Turns } from '../../application/calls/ports';
import type { TurnStore } from '@trunkline/platform';

export class StoredTurns extends Turns {
  constructor(private readonly store: TurnStore) {
    super();
  }

  override next(profileId: string): Promise<number> {
    return this.store.next(`round_robin:${profileId}`);
  }
}
