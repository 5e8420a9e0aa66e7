import type { Clock } from '@trunkline/kernel';
import type { Log, SandboxFaults, Settings } from '@trunkline/platform';
import type { CardProcessor } from '../../application/card-processor';
import { SandboxCardProcessor } from '../../sandbox/sandbox-card-processor';
import type { SandboxCharges } from '../../sandbox/sandbox-charges';
import type { SandboxSecrets } from '../../sandbox/sandbox-secrets';
import { SignedEvents } from './signed-events';
import { StripeCardProcessor } from './stripe-card-processor';
import type { StripeCustomers } from './stripe-customers';

type Parts = readonly [SandboxCharges, SandboxSecrets, SandboxFaults, StripeCustomers, Clock, Log];

/** Creates the card processor that CARD_PROCESSOR names. */
export async function chooseCardProcessor({ stripe: config }: Settings, ...parts: Parts): Promise<CardProcessor> {
  const [charges, secrets, faults, customers, clock, log] = parts;
  if (!config) return new SandboxCardProcessor(charges, secrets, faults, clock);
  const events = new SignedEvents(config.webhookSecrets, clock);
  return StripeCardProcessor.create({ config, customers, events, clock, log });
}
