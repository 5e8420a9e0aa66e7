import { type CheckUploads } from '@trunkline/compliance';
import { newId } from '@trunkline/kernel';
import type { Mailer, MailOutbox, RedisConnection, ReplicaReads, Settings } from '@trunkline/platform';
import { type Check, type DoctorRequest, fault, fromDatabase, ok, type Result, warning } from './check';

/** Redis, where there is one: it is a primary, accepts writes and drops nothing. */
export class RedisCheck implements Check {
  readonly name = 'redis';
  readonly failure = 'Redis cannot be used, so limits count per process and caches miss';
  readonly remedy =
    'Check REDIS_URL, and that the server is a primary that accepts writes. See docs/operations.md#redis.';

  constructor(private readonly redis: RedisConnection) {}

  async run({ changes }: DoctorRequest): Promise<readonly Result[]> {
    const { client } = this.redis;
    if (!client) return [ok('Not used: PostgreSQL holds queues, limits and caches.')];
    if (changes) await this.redis.assertWritable();
    return [changes ? ok('Redis accepts writes.') : await this.seen(client), await policyOf(client)];
  }

  private async seen(client: NonNullable<RedisConnection['client']>): Promise<Result> {
    await client.ping();
    // A service may forbid the command.
    const [role] = await client.role().catch(() => [null]);
    return role === 'slave' ? fault('Redis is a replica, which accepts no writes.', this.remedy) : ok('Redis answers.');
  }
}

async function policyOf(client: NonNullable<RedisConnection['client']>): Promise<Result> {
  const remedy = 'Set `maxmemory-policy noeviction`.';
  const answer = await client.config('GET', 'maxmemory-policy').catch(() => null);
  const policy = Array.isArray(answer) ? String(answer[1]) : null;
  if (policy === 'noeviction') return ok('Redis evicts nothing.');
  if (policy === null)
    return warning('Redis does not tell its eviction policy.', `${remedy} Services call it eviction.`);
  return fault(`Redis evicts keys (${policy}), among them jobs.`, remedy);
}

/** The replica for lists and reports, where there is one: it answers, and is not too far behind. */
export class ReplicaCheck implements Check {
  readonly name = 'replica';
  readonly failure = 'The replica cannot be used';
  readonly remedy =
    'Check DATABASE_READ_URL, and that the replica accepts connections from this machine. The primary serves its reads meanwhile.';

  constructor(private readonly reads: Pick<ReplicaReads, 'replica'>) {}

  async run(): Promise<readonly Result[]> {
    const { replica } = this.reads;
    if (!replica) return [ok('Not used: the primary serves lists and reports.')];
    const limit = `${String(replica.maxStalenessMs / 1000)} s`;
    if (await replica.becomesFresh()) return [ok(`The replica has replayed all that is older than ${limit}.`)];
    const remedy = 'Check the replication, or raise DATABASE_READ_STALENESS_SECONDS. See docs/operations.md#replica.';
    return [warning(`The replica is more than ${limit} behind the primary, and not used.`, remedy)];
  }
}

/** The mail server, or the mail folder, and on request a mail to an address. */
export class MailCheck implements Check {
  readonly name = 'mail';
  readonly failure = 'The mail server cannot be used, so no mail is sent';
  readonly remedy = 'Check SMTP_URL: host, port, user and password. See docs/settings.md.';

  constructor(
    private readonly mailer: Mailer,
    private readonly mails: MailOutbox,
    private readonly settings: Settings,
  ) {}

  async run({ changes, mailTo }: DoctorRequest): Promise<readonly Result[]> {
    // Signing in changes nothing; a folder is checked by writing to it.
    if (changes || this.settings.SMTP_URL) await this.mailer.check();
    return [
      this.settings.SMTP_URL
        ? ok('The mail server accepts the sign-in.')
        : warning('Mails are written to a folder instead of being sent.', 'Set SMTP_URL.'),
      ...(await fromDatabase('Waiting mails', () => this.waiting())),
      ...(mailTo === null ? [] : [await this.send(mailTo)]),
    ];
  }

  private async waiting(): Promise<Result[]> {
    return [
      (await this.mails.isFlowing())
        ? ok('No mail waits for more than ten minutes.')
        : fault('Mails wait to be sent.', 'Check that a worker runs, and its log for rejected mails.'),
    ];
  }

  private async send(to: string): Promise<Result> {
    const text = 'This mail was sent by `npm run doctor` of Trunkline. The mail server works.';
    const message = { id: newId('mail'), to, subject: 'Trunkline can send mail', text, html: `<p>${text}</p>` };
    await this.mailer.send({ ...message, date: new Date() });
    return ok(`A mail to ${to} was accepted from ${this.settings.MAIL_FROM}. Check that it arrives, and not as spam.`);
  }
}

/** The storage of documents, and the scanner. */
export class DocumentsCheck implements Check {
  readonly name = 'documents';
  readonly failure = 'Documents cannot be uploaded';
  readonly remedy = 'Check the S3 settings, or the rights and free space of DATA_DIR, and CLAMD_ADDRESS.';

  constructor(
    private readonly uploads: CheckUploads,
    private readonly settings: Pick<Settings, 'CLAMD_ADDRESS' | 'S3_BUCKET'>,
  ) {}

  async run({ changes }: DoctorRequest): Promise<readonly Result[]> {
    await this.uploads.check(changes);
    if (changes) await this.uploads.storeAndRemove();
    const place = this.settings.S3_BUCKET ? `the bucket ${this.settings.S3_BUCKET}` : 'DATA_DIR';
    const stored = changes
      ? `A file was stored in ${place}, read and deleted.`
      : `Documents can be stored in ${place}.`;
    return [ok(stored), await this.scanner(changes)];
  }

  private async scanner(changes: boolean): Promise<Result> {
    if (!this.settings.CLAMD_ADDRESS)
      return warning('Documents are not scanned for viruses.', 'Run clamd and set CLAMD_ADDRESS.');
    if (!changes) return ok('The virus scanner answers.');
    if (await this.uploads.findsTestVirus()) return ok('The virus scanner finds the EICAR test file.');
    return fault(
      'The virus scanner does not find the EICAR test file, so infected documents are accepted.',
      'Load its signatures with freshclam.',
    );
  }
}
