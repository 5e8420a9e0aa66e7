import { NestFactory } from '@nestjs/core';
import { Ledger } from '@trunkline/billing-ledger';
import { PersonalData } from '@trunkline/compliance';
import { ApiKeys, InviteMember, RequestClosure, SignUp, VerifyEmail } from '@trunkline/identity';
import { Clock, newId, type Principal } from '@trunkline/kernel';
import { Numbers, OrderNumber, type OrderRequest } from '@trunkline/numbering';
import { loadSettings, MailOutbox, type MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { CreateSipTrunk, RoutingProfiles } from '@trunkline/voice-routing';
import type { Use } from '../../src/use';
import { WorkerModule } from '../../src/worker.module';
import { MailServer } from './mail-server';
import { ProbeWorld } from './probe-world';
import { SECRETS, WorkerProcess } from './worker-process';

const PASSWORD = 'correct horse battery staple';
const GRACE_S = 30 * 86_400;
const HOUR_S = 3600;
const CALLER = { ip: null, userAgent: null };
/** What whoever closes an account waits for where it is to be stopped. */
const LOCK = 5;
const ACTIVE = { country: 'US', numberType: 'geographic', areaCode: '212' } as const;
const WAITING = { country: 'GB', numberType: 'mobile', areaCode: null } as const;
const UNROUTED = { trunkId: null, routingProfileId: null };

/** Where the end of an account is stopped: before a row of the table is written that fulfils the condition. */
export interface Stop {
  readonly table: string;
  /** SQL about NEW. */
  readonly when: string;
}

/** An account that has everything an account can have, and the request of its owner to close it. */
export interface Leaving {
  readonly accountId: string;
  readonly name: string;
}

/** Accounts about to be closed, in a database of the test's own, the workers that close them, and where mails arrive. */
export class ClosingWorld {
  private readonly workers = new Set<WorkerProcess>();
  private readonly gates = new Set<() => Promise<void>>();
  private accounts = 0;

  private constructor(
    readonly probe: ProbeWorld,
    readonly mails: MailServer,
    private readonly env: Readonly<Record<string, string>>,
    private readonly use: Use,
    private readonly ends: readonly (() => Promise<unknown>)[],
  ) {}

  static async open(): Promise<ClosingWorld> {
    const [probe, mails] = [await ProbeWorld.open(), new MailServer()];
    const env = { ...probe.env, SMTP_URL: `smtp://127.0.0.1:${await mails.open()}`, RATE_LIMIT_FACTOR: '1000' };
    const settings = loadSettings({ NODE_ENV: 'test', ...SECRETS, ...env });
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(settings), { logger: false });
    const use: Use = (token) => app.get(token, { strict: false });
    return new ClosingWorld(probe, mails, env, use, [() => app.close(), () => mails.close(), () => probe.close()]);
  }

  async close(): Promise<void> {
    await this.killAll();
    for (const end of this.ends) await end();
  }

  /** Opens what a failed test has left shut: nobody of the next one shall wait for it. */
  async openAll(): Promise<void> {
    if (this.gates.size === 0) return;
    await this.killAll();
    for (const open of this.gates) await open();
  }

  /** Sees to it that exactly so many workers run: one that is left from before is as good as a new one. */
  async run(count: number): Promise<void> {
    for (const worker of [...this.workers].slice(count)) await this.kill(worker);
    await Promise.all(Array.from({ length: count - this.workers.size }, () => this.start()));
  }

  private async start(): Promise<void> {
    const worker = WorkerProcess.spawn(this.env);
    this.workers.add(worker);
    await worker.started();
  }

  endGrace = () => this.advance(GRACE_S + 1);
  /** What makes every worker look again at once. */
  nextHour = () => this.advance(HOUR_S);

  /** Four numbers, two of them locked or waiting for documents, routes, money, keys, papers and a second owner. */
  async anAccount(): Promise<Leaving> {
    const name = `Leaving ${String(++this.accounts)} Ltd`;
    const owner = await this.signUp(name);
    const { accountId } = owner;
    const topup = { accountId, topupId: newId('top'), amountCents: 2000, description: 'Card top-up' };
    await this.use(Ledger).creditTopup({ ...topup, processorPaymentIntentId: newId('op') });
    await this.routes(accountId);
    for (const wanted of [ACTIVE, ACTIVE, ACTIVE, WAITING]) await this.order(accountId, wanted);
    await this.lockOne(accountId);
    const key = { name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    await this.use(ApiKeys).create(owner, key);
    const invitation = { principal: owner, operationId: newId('op'), email: `${newId('usr')}@example.com` };
    await this.use(InviteMember).execute({ ...invitation, role: 'member', ip: null });
    await this.use(PersonalData).seal(accountId, 'eu_1', Buffer.from('Ada Lovelace'));
    await this.addOwner(accountId, await this.signUp(`Partner of ${name}`));
    const wish = { who: owner, caller: CALLER, operationId: newId('op'), password: PASSWORD, code: null };
    await this.use(RequestClosure).execute({ ...wish, confirmName: name, reason: null, reasonCategory: null });
    return { accountId, name };
  }

  /** Whoever comes to the stop waits, until the returned function is called. */
  async stopAt({ table, when }: Stop): Promise<{ readonly open: () => Promise<void> }> {
    const { db } = this.probe;
    await db.query(`CREATE OR REPLACE FUNCTION probe.stop() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
    await db.query(`CREATE TRIGGER probe_stop BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION probe.stop()`);
    const release = await this.probe.hold(LOCK);
    const open = async () => {
      this.gates.delete(open);
      await release();
      await db.query(`DROP TRIGGER probe_stop ON ${table}`);
    };
    this.gates.add(open);
    return { open };
  }

  waiting(): Promise<{ pid: number }[]> {
    return this.probe.db.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK],
    );
  }

  /** Kills -9 every worker. */
  async killAll(): Promise<void> {
    for (const worker of this.workers) await this.kill(worker);
  }

  /** Kills -9, and sees to it that no statement of the dead worker is finished for it by the server. */
  private async kill(worker: WorkerProcess): Promise<void> {
    this.workers.delete(worker);
    await worker.kill();
    await eventually(async () => {
      const orphans = await this.waiting();
      for (const { pid } of orphans) await this.probe.db.query(`SELECT pg_terminate_backend($1)`, [pid]);
      expect(orphans).toEqual([]);
    });
  }

  private async advance(seconds: number): Promise<void> {
    await (this.use(Clock) as MovableClock).advance(seconds);
  }

  private async signUp(name: string): Promise<Principal> {
    const email = `${newId('usr')}@example.com`;
    const person = { name, country: 'US', company: null, phoneE164: null, intendedUse: null, marketingOptIn: false };
    const signUp = { email, password: PASSWORD, ...person, captchaToken: null, caller: CALLER };
    const { accountId, userId } = await this.use(SignUp).execute({ ...signUp, operationId: newId('op') });
    const session = await this.use(VerifyEmail).execute({ token: await this.tokenTo(accountId), caller: CALLER });
    const reach = { role: 'owner', scopes: ['*'], tier: 'self_serve', accountStatus: 'active' } as const;
    const signedInAt = this.use(Clock).now();
    return {
      ...{ credential: 'session', credentialId: session.sessionId, accountId, userId },
      ...{ ...reach, isPartial: false, signedInAt },
    };
  }

  private async tokenTo(accountId: string): Promise<string> {
    const [mail] = await this.probe.db.query<{ id: string }>(
      `SELECT id FROM platform.mails WHERE account_id = $1 ORDER BY id LIMIT 1`,
      [accountId],
    );
    const letter = await this.use(MailOutbox).find(mail?.id ?? '');
    return /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  }

  private addOwner(accountId: string, { userId }: Principal): Promise<unknown> {
    return this.probe.db.query(
      `INSERT INTO identity.memberships (account_id, user_id, role, joined_at) VALUES ($1, $2, 'owner', now())`,
      [accountId, userId],
    );
  }

  private async order(accountId: string, wanted: OrderRequest['wanted']): Promise<void> {
    await this.use(OrderNumber).execute({
      ...{ accountId, actor: { kind: 'system', id: null }, operationId: newId('op'), wanted, route: UNROUTED },
      ...{ maxMonthlyPriceCents: null, complianceBundleId: null, customerReference: null },
    });
  }

  private async lockOne(accountId: string): Promise<void> {
    const [number] = await this.probe.db.query<{ e164: string }>(
      `SELECT e164 FROM numbering.phone_numbers WHERE account_id = $1 AND status = 'active' LIMIT 1`,
      [accountId],
    );
    const ref = { accountId, e164: number?.e164 ?? '', actor: { kind: 'system', id: null } } as const;
    await this.use(Numbers).change(ref, { deletionLock: true });
  }

  private async routes(accountId: string): Promise<void> {
    const create = { accountId, operationId: newId('op'), options: { name: 'Office' }, gateways: [] };
    const { trunk } = await this.use(CreateSipTrunk).execute(create);
    const targets = [{ kind: 'sip_trunk' as const, sipTrunkId: trunk.id }];
    await this.use(RoutingProfiles).create({ accountId, options: { name: 'Office' }, targets });
  }
}
