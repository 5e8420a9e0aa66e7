import type { TurnStore } from '@trunkline/platform';
import { Turns } from '../../application/calls/ports';

export class StoredTurns extends Turns {
  constructor(private readonly store: TurnStore) {
    super();
  }

  override next(profileId: string): Promise<number> {
    return this.store.next(`round_robin:${profileId}`);
  }
}
