import type { OnModuleInit } from '@nestjs/common';
import type { Clock } from '@trunkline/kernel';
import type { Database, Settings } from '@trunkline/platform';
import { columnNames, selectGiven } from '@trunkline/platform';
import { CARRIER_DEFAULTS } from '../domain/carriers/carrier';
import { CarrierSchema } from '../infrastructure/carriers/carrier-schema';

export const SANDBOX_CARRIER_ID = 'mcr_sandbox';

const SEED = `INSERT INTO messaging.carriers (${columnNames(CarrierSchema)}) ${selectGiven(CarrierSchema)}
  WHERE NOT EXISTS (SELECT FROM messaging.carriers) ON CONFLICT DO NOTHING`;

/** Creates the carrier of the sandbox unless there is one, so that messages can be sent at once. */
export class SandboxCarrier implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly settings: Pick<Settings, 'isSandbox'>,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.settings.isSandbox) return;
    const now = this.clock.now();
    const carrier = {
      ...CARRIER_DEFAULTS,
      id: SANDBOX_CARRIER_ID,
      name: 'Sandbox carrier',
      protocol: 'sandbox',
      host: 'localhost',
      port: 1,
      passwordSealed: null,
      window: 50,
      perSecond: 1_000,
      perNumberPerSecond: 100,
      createdAt: now,
      updatedAt: now,
    };
    await this.db.query(SEED, [JSON.stringify([carrier])]);
  }
}
