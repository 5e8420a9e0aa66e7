import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import type { CoverageEntry } from '../domain/porting/coverage';
import { PORT_DEFAULTS, type PortSettings, type PortTransition } from '../domain/porting/port-request';
import { ADA } from './samples';
import { stockWorld } from './stock-world';

export const PORT_FEE_CENTS = 500;

const COVERAGE: CoverageEntry = {
  country: 'DE',
  numberType: 'geographic',
  portable: true,
  leadDays: 7,
  requiredDocuments: [],
  requiredFields: [],
  pinRequired: false,
  feeCents: PORT_FEE_CENTS,
};

/** What a request needs to be submitted, besides its documents. */
export const COMPLETE: Partial<PortSettings> = {
  losingCarrier: 'Old Telecom',
  accountNumber: 'A-4711',
  pin: '1234',
  authorizedPerson: 'Ada Lovelace',
  authorizedEmail: 'ada@example.com',
};

const OPERATOR = 'op_ada';
let used = 0;

/** Ports of geographic numbers of Germany, for five dollars each, into an account with a hundred dollars. */
export async function portWorld(db: Database, clock = new TestClock()) {
  const world = stockWorld(db, clock);
  const { porting, funds } = world;
  const accountId = newId('acc');
  funds.balances.set(accountId, 100_00);
  const cover = (...rows: Partial<CoverageEntry>[]) =>
    db.run(() =>
      porting.coverages.replace(
        rows.map((row) => ({ ...COVERAGE, ...row })),
        clock.now(),
      ),
    );
  await cover({});

  const draft = (e164s: readonly string[], change: Partial<PortSettings> = {}, owner = accountId) =>
    porting.requests.create({ accountId: owner, actor: ADA }, { ...PORT_DEFAULTS, ...COMPLETE, ...change, e164s });
  const refOf = (id: string, owner = accountId) => ({ accountId: owner, id, actor: ADA });
  const submitted = async (e164s: readonly string[], change: Partial<PortSettings> = {}, owner = accountId) => {
    const id = await draft(e164s, change, owner);
    for (const purpose of ['loa', 'invoice'] as const)
      await porting.requests.attach(refOf(id, owner), { documentId: `doc_${purpose}`, purpose });
    await porting.submit.submit(refOf(id, owner));
    return id;
  };
  const transition = (id: string, status: PortTransition['status'], change: Partial<PortTransition> = {}) =>
    porting.operate.transition(OPERATOR, id, { status, ...change });
  /** Ports the numbers of a submitted request, without assigning them. */
  const ported = async (id: string, change: Partial<PortTransition> = {}) => {
    await transition(id, 'foc_confirmed', { focAt: new Date(clock.now().getTime() + 86_400_000) });
    await transition(id, 'ported', change);
  };
  return {
    ...world,
    accountId,
    cover,
    draft,
    refOf,
    submitted,
    transition,
    ported,
    /** Numbers of Berlin that no other test has, of which the first ends with the digits. */
    fresh: (count: number, firstEnd = '00') => {
      used += 1;
      const block = `+493055${String(used).padStart(2, '0')}`;
      return [
        `${block}${firstEnd.padStart(4, '0')}`,
        ...Array.from({ length: count - 1 }, (_, i) => `${block}${1000 + i}`),
      ];
    },
    port: (id: string) => porting.queries.get(accountId, id),
    statusOf: async (id: string) => (await porting.queries.get(accountId, id)).status,
    numberStatuses: async (id: string) =>
      (await porting.queries.get(accountId, id)).numbers.map(({ status }) => status),
    /** The account's numbers, as it sees them. */
    owned: async (owner = accountId) => {
      const page = { limit: 100, sort: 'e164', order: 'asc', after: null } as const;
      return (await world.queries.list(owner, {}, page)).items;
    },
    /** The statuses that the events of the account's ports tell. */
    told: async (owner = accountId) => {
      const text = `SELECT data->>'status' AS status FROM platform.outbox
        WHERE account_id = $1 AND type = 'port.status_changed' ORDER BY seq`;
      return (await db.query<{ status: string }>(text, [owner])).map(({ status }) => status);
    },
    /** The subjects of the mails to one of the owners. */
    mailed: (owner = accountId) =>
      world.mails.sent
        .filter((mail) => mail.accountId === owner && mail.to === 'ada@example.com')
        .map(({ subject }) => subject),
    timeline: async (id: string) => {
      const page = { limit: 100, sort: 'at', order: 'asc', after: null } as const;
      return (await porting.queries.events(accountId, id, page)).items;
    },
    charged: (owner = accountId) => world.funds.entries.filter((entry) => entry.accountId === owner),
  };
}

export type PortWorld = Awaited<ReturnType<typeof portWorld>>;
