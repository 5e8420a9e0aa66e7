import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type CryptoBox, type Database, membersOf, SealedTexts, Where } from '@trunkline/platform';
import type {
  CarrierFilter,
  CarrierPasswords,
  CarrierQueries,
  CarrierRepository,
  CarrierStatus,
  CarrierView,
} from '../application/carriers/ports';
import type { Carrier } from '../domain/carrier';
import { liveCallsOver } from './live-calls/concurrent-calls';
import { CarrierSchema } from './schema';

const VIEW = membersOf(CarrierSchema, ['authPasswordSealed', 'downUntil']);
const FROM = `FROM voice.carriers carrier LEFT JOIN voice.carrier_health h ON h.carrier_id = carrier.id`;
const HEALTH = `coalesce(h.state, 'unknown') AS state, h.last_probe_at AS "lastProbeAt"`;

const SELECT = `SELECT ${columnsOf(CarrierSchema, VIEW, 'carrier')},
    carrier.auth_password_sealed IS NOT NULL AS "hasAuthPassword", ${HEALTH} ${FROM}`;

const STATUS = `SELECT ${HEALTH}, h.last_sip_code AS "lastSipCode", h.rtt_ms AS "rttMs", h.down_until AS "downUntil",
    ${liveCallsOver('carrier.id', '$2', 'NULL, NULL')}::int AS "activeCalls"
  ${FROM} WHERE carrier.id = $1`;

export class StoredCarriers implements CarrierRepository {
  constructor(private readonly db: Database) {}

  async add(carrier: Carrier): Promise<void> {
    await this.db.table(CarrierSchema).add(carrier);
    await this.addSources(carrier);
  }

  async save(carrier: Carrier): Promise<void> {
    await this.db.table(CarrierSchema).save(carrier);
    await this.db.write(`DELETE FROM voice.carrier_sources WHERE carrier_id = $1`, [carrier.id]);
    await this.addSources(carrier);
  }

  remove({ id }: Carrier): Promise<void> {
    return this.db.write(`DELETE FROM voice.carriers WHERE id = $1`, [id]);
  }

  lock(id: string): Promise<Carrier> {
    return this.db.table(CarrierSchema).get('id = $1 FOR UPDATE', [id]);
  }

  private async addSources({ id, sourceNetworks }: Carrier): Promise<void> {
    if (sourceNetworks.length === 0) return;
    await this.db.write(
      `INSERT INTO voice.carrier_sources (carrier_id, network)
       SELECT $1, cidr::cidr FROM unnest($2::text[]) AS cidr ON CONFLICT DO NOTHING`,
      [id, sourceNetworks],
    );
  }
}

export class CarrierReads implements CarrierQueries {
  constructor(private readonly db: Database) {}

  async listKnown(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db.query<{ id: string }>(`SELECT id FROM voice.carriers WHERE id = ANY($1)`, [ids]);
    return rows.map(({ id }) => id);
  }

  list({ enabled, emergency }: CarrierFilter, page: PageRequest<'created_at'>): Promise<Page<CarrierView>> {
    const where = new Where().add('carrier.enabled = ?', enabled).add('carrier.emergency = ?', emergency);
    const of = ({ createdAt, id }: CarrierView) => [createdAt, id] as const;
    return this.db.page({ select: SELECT, where, by: ['carrier.created_at', 'carrier.id'], of }, page);
  }

  get(id: string): Promise<CarrierView> {
    return this.db.get(`${SELECT} WHERE carrier.id = $1`, [id]);
  }

  status(id: string, now: Date): Promise<CarrierStatus> {
    return this.db.get(STATUS, [id, now]);
  }
}

export class CryptoBoxCarrierPasswords extends SealedTexts implements CarrierPasswords {
  constructor(box: CryptoBox) {
    super(box, 'voice.carrier_password');
  }
}
