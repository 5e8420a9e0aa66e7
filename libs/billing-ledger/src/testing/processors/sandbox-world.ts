import type { Clock, EventBus } from '@trunkline/kernel';
import { CryptoBox, type Database, SandboxFaults } from '@trunkline/platform';
import { SandboxCharges } from '../../sandbox/processors/sandbox-charges';
import { SandboxCardProcessor } from '../../sandbox/processors/sandbox-card-processor';
import { SandboxPayments } from '../../sandbox/processors/sandbox-payments';
import { SandboxSecrets } from '../../sandbox/processors/sandbox-secrets';

const KEY_BYTES = 32;

export function testCryptoBox(): CryptoBox {
  return new CryptoBox([{ id: 'test', secret: Buffer.alloc(KEY_BYTES, 7) }]);
}

/** The sandbox processor with its state and faults in the database. */
export function postgresSandbox(db: Database, events: EventBus, clock: Clock) {
  const charges = new SandboxCharges(db, events);
  const secrets = new SandboxSecrets(testCryptoBox());
  const faults = new SandboxFaults(db, clock);
  const processor = new SandboxCardProcessor(charges, secrets, faults, clock);
  return { processor, charges, secrets, faults, payments: new SandboxPayments(charges, clock) };
}
