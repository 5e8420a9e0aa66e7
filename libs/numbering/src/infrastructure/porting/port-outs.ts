import type { Page, PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, type Table, violatedConstraint, Where } from '@trunkline/platform';
import type { PortOutFilters, PortOutRepository, PortOutView } from '../../application/port-outs/port-outs';
import { NumberingErrors } from '../../domain/errors';
import { PortOut } from '../../domain/porting/port-out';
import { table } from '../table';

const { key, text, optionalText, time, optionalTime } = column;

export const PortOutSchema = table<PortOut>(
  'port_outs',
  {
    id: key,
    accountId: text,
    numberId: text,
    e164: text,
    gainingCarrier: text,
    requestedAt: time,
    releaseAt: time,
    status: text,
    refusalCode: optionalText,
    refusalMessage: optionalText,
    createdAt: time,
    endedAt: optionalTime,
  },
  PortOut,
);

const PENDING_INDEX = 'port_outs_pending';
const SELECT = `SELECT ${columnsOf(PortOutSchema)} FROM numbering.port_outs`;

export class StoredPortOuts implements PortOutRepository {
  constructor(private readonly db: Database) {}

  private get table(): Table<PortOut> {
    return this.db.table(PortOutSchema);
  }

  add(portOut: PortOut): Promise<void> {
    return this.table.add(portOut, (error) =>
      violatedConstraint(error) === PENDING_INDEX ? NumberingErrors.port_already_exists() : error,
    );
  }

  save(portOut: PortOut): Promise<void> {
    return this.table.save(portOut);
  }

  get(id: string): Promise<PortOut> {
    return this.table.get('id = $1', [id]);
  }

  lock(id: string): Promise<PortOut> {
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  lockPending({ id, accountId }: { readonly id: string; readonly accountId: string }): Promise<PortOut> {
    return this.table.get(`account_id = $1 AND number_id = $2 AND status = 'pending' FOR UPDATE`, [accountId, id]);
  }

  list({ accountId, status, e164 }: PortOutFilters, page: PageRequest<'created_at'>): Promise<Page<PortOutView>> {
    const where = new Where().add('account_id = ?', accountId).anyOf('status', status).add('e164 = ?', e164);
    const of = ({ createdAt, id }: PortOutView) => [createdAt, id] as const;
    return this.db.page<PortOutView>({ select: SELECT, where, by: ['created_at', 'id'], of }, page);
  }
}
