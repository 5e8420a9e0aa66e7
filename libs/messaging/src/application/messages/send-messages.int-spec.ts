import { ConditionNotMet, type DomainError, newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { messagingPersistence } from '../../messaging.module';
import { FakeFunds, type MessagingWorld, messagingWorld, OUR_NUMBER } from '../../testing';
import type { MessageHoldOrder } from './ports';

const TO = '+12125550123';
const BODY = 'Hello';
const CAP_CENTS = 10;

/** Funds of which so much was spent today, with the daily cap of the account. */
class SpentFunds extends FakeFunds {
  constructor(private readonly usedTodayCents: number) {
    super();
  }

  override async cover() {
    return { ...(await super.cover()), usedTodayCents: this.usedTodayCents };
  }

  override holdOrFail(order: MessageHoldOrder): Promise<void> {
    const sum = order.messages.reduce((total, { priceCents }) => total + priceCents, this.usedTodayCents);
    if (order.dailyCapCents !== null && sum > order.dailyCapCents) return Promise.reject(new ConditionNotMet());
    return super.holdOrFail(order);
  }
}

interface Situation {
  readonly name: string;
  readonly change?: (world: MessagingWorld, accountId: string) => unknown;
  readonly usedTodayCents?: number;
  readonly carrierIds?: readonly string[];
  readonly isPriced?: boolean;
  readonly body?: string;
  /** Code and rule; null: the message is allowed. */
  readonly refusal: readonly [code: string, rule?: string] | null;
}

const SITUATIONS: readonly Situation[] = [
  { name: 'nothing against it', refusal: null },
  {
    name: 'a rule against the recipient',
    refusal: ['destination_not_allowed', 'country_not_allowed'],
    change: ({ settings }) => (settings.ruleAgainst = 'country_not_allowed'),
  },
  { name: 'no price', isPriced: false, refusal: ['destination_not_allowed', 'no_price'] },
  { name: 'no carrier', carrierIds: [], refusal: ['destination_not_allowed', 'no_carrier'] },
  {
    name: 'a daily cap that is reached',
    usedTodayCents: CAP_CENTS,
    refusal: ['spend_cap_reached', 'daily_cap_reached'],
  },
  { name: 'a daily cap that just covers it', usedTodayCents: CAP_CENTS - 1, refusal: null },
  {
    name: 'a daily cap that covers one of two segments',
    usedTodayCents: CAP_CENTS - 1,
    body: 'a'.repeat(161),
    refusal: ['spend_cap_reached', 'daily_cap_reached'],
  },
  {
    name: 'a number that is not active',
    refusal: ['invalid_input'],
    change: ({ numbers }) => (numbers.own.status = 'suspended'),
  },
  {
    name: 'a number without text messages',
    refusal: ['capability_missing'],
    change: ({ numbers }) => (numbers.own.capabilities = ['voice']),
  },
  {
    name: 'a recipient that has opted out',
    refusal: ['recipient_opted_out'],
    change: ({ optOuts }, accountId) =>
      optOuts.add({
        id: newId('opt'),
        accountId,
        numberId: 'num_1',
        fromNumber: OUR_NUMBER,
        toNumber: TO,
        keyword: 'STOP',
        askedAt: new Date(0),
        createdAt: new Date(0),
      }),
  },
];

describe('SendMessages', () => {
  let test: TestDatabase;
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
  });
  afterAll(() => test.close());

  const saying = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => {
        const { code, fields } = error as DomainError;
        return [code, ...(fields?.['rule'] === undefined ? [] : [fields['rule']])];
      },
    );

  it.each(SITUATIONS)('says in a preview what it says when it sends, with $name', async (situation) => {
    const { change, usedTodayCents = 0, carrierIds = ['car_1'], isPriced = true, body = BODY, refusal } = situation;
    const surroundings = { clock, events: new RecordingEventBus(), funds: new SpentFunds(usedTodayCents), carrierIds };
    const prices = { quote: () => Promise.resolve([null]) };
    const world = messagingWorld(test.db, isPriced ? surroundings : { ...surroundings, prices });
    const accountId = newId('acc');
    world.settings.dailyCapCents = CAP_CENTS;
    await change?.(world, accountId);
    const preview = world.sending.preview({ accountId, from: OUR_NUMBER, to: TO, body, smartEncoding: false });
    expect(await saying(preview)).toEqual(refusal);
    expect(await saying(world.send(accountId, TO, { body }))).toEqual(refusal);
  });
});
