import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage } from '@trunkline/platform';
import { type CarrierFilter, type CarrierRepository, type CarrierStatus } from '../../application/carriers/ports';
import { Carrier, type CarrierState } from '../../domain/carriers/carrier';
import type { PeerHealth } from '../../domain/trunks/peer-health';
import { liveCallsOver } from '../live-calls/concurrent-calls';

const COLUMNS = {
  name: 'name',
  host: 'host',
  port: 'port',
  transport: 'transport',
  authUsername: 'auth_username',
  authPasswordSealed: 'auth_password_sealed',
  priority: 'priority',
  weight: 'weight',
  prefixes: 'prefixes',
  callerIdFormat: 'caller_id_format',
  sendIdentity: 'send_identity',
  codecs: 'codecs',
  sourceNetworks: 'source_networks',
  maxConcurrentCalls: 'max_concurrent_calls',
  emergency: 'emergency',
  enabled: 'enabled',
  dnsSrv: 'dns_srv',
  mediaEncryption: 'media_encryption',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Omit<CarrierState, 'id'>, string>;

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const NAMES = FIELDS.map((field) => COLUMNS[field]);
const SELECT = `SELECT c.id, ${FIELDS.map((field) => `c.${COLUMNS[field]} AS "${field}"`).join(', ')} FROM voice.carriers c`;
const INSERT = `INSERT INTO voice.carriers (id, ${NAMES.join(', ')})
  VALUES ($1, ${NAMES.map((_, index) => `$${index + 2}`).join(', ')})`;
const UPDATE = `UPDATE voice.carriers SET ${NAMES.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`;

const STATUS = `SELECT coalesce(h.state, 'unknown') AS state, h.last_probe_at AS "lastProbeAt",
    h.last_sip_code AS "lastSipCode", h.rtt_ms AS "rttMs", h.down_until AS "downUntil",
    ${liveCallsOver('carrier.id', '$2', 'NULL, NULL')}::int AS "activeCalls"
  FROM voice.carriers carrier LEFT JOIN voice.carrier_health h ON h.carrier_id = carrier.id WHERE carrier.id = $1`;

export class StoredCarriers implements CarrierRepository {
  constructor(private readonly db: Database) {}

  async add({ state }: Carrier): Promise<void> {
    await this.db.query(INSERT, valuesOf(state));
    await this.addSources(state);
  }

  async save({ state }: Carrier): Promise<void> {
    await this.db.query(UPDATE, valuesOf(state));
    await this.db.query(`DELETE FROM voice.carrier_sources WHERE carrier_id = $1`, [state.id]);
    await this.addSources(state);
  }

  async remove({ id }: Carrier): Promise<void> {
    await this.db.query(`DELETE FROM voice.carriers WHERE id = $1`, [id]);
  }

  async find(id: string): Promise<Carrier | null> {
    const row = await this.db.queryOne<CarrierState>(`${SELECT} WHERE c.id = $1`, [id]);
    return row && Carrier.restore(row);
  }

  async lock(id: string): Promise<Carrier> {
    const row = await this.db.queryOne<CarrierState>(`${SELECT} WHERE c.id = $1 FOR UPDATE`, [id]);
    if (!row) throw CommonErrors.not_found();
    return Carrier.restore(row);
  }

  async list({ enabled, emergency }: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<Carrier>> {
    const statement = {
      select: SELECT,
      where: [`($1::boolean IS NULL OR c.enabled = $1)`, `($2::boolean IS NULL OR c.emergency = $2)`],
      values: [enabled, emergency],
      key: {
        column: 'c.created_at',
        type: 'timestamptz',
        of: ({ createdAt }: CarrierState) => createdAt.toISOString(),
      } as const,
      id: 'c.id',
    };
    const { items, next } = await readPage<CarrierState>(this.db, statement, page);
    return { items: items.map((row) => Carrier.restore(row)), next };
  }

  async health(ids: readonly string[]): Promise<ReadonlyMap<string, PeerHealth>> {
    const rows = await this.db.query<PeerHealth & { readonly id: string }>(
      `SELECT carrier_id AS id, state, last_probe_at AS "lastProbeAt" FROM voice.carrier_health WHERE carrier_id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, state, lastProbeAt }) => [id, { state, lastProbeAt }]));
  }

  async status(id: string, now: Date): Promise<CarrierStatus | null> {
    return this.db.queryOne<CarrierStatus>(STATUS, [id, now]);
  }

  private async addSources({ id, sourceNetworks }: CarrierState): Promise<void> {
    if (sourceNetworks.length === 0) return;
    await this.db.query(
      `INSERT INTO voice.carrier_sources (carrier_id, network)
       SELECT $1, cidr::cidr FROM unnest($2::text[]) AS cidr ON CONFLICT DO NOTHING`,
      [id, sourceNetworks],
    );
  }
}

function valuesOf(state: CarrierState): unknown[] {
  return [state.id, ...FIELDS.map((field) => state[field])];
}
