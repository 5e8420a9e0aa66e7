import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { columnsOf, type CryptoBox, type Database, Where } from '@trunkline/platform';
import {
  OPERATOR_PORT_MEMBERS,
  type OperatorPortFilters,
  type OperatorPortView,
  PORT_MEMBERS,
  type PortFilters,
  type PortQueries,
  type PortView,
} from '../../application/porting/ports';
import type { PortComment, PortEvent } from '../../domain/porting/port-event';
import { PortCommentSchema, PortEventSchema, PortRequestSchema } from './port.schema';
import { openedComment, openedRequest } from './sealed-ports';

const NUMBERS = `(SELECT json_agg(json_build_object('e164', n.e164, 'status', n.status, 'reasonCode', n.reason_code,
    'numberId', n.number_id) ORDER BY n.position) FROM numbering.port_numbers n WHERE n.request_id = r.id) AS numbers`;
const SELECT = `SELECT ${columnsOf(PortRequestSchema, PORT_MEMBERS, 'r')}, ${NUMBERS} FROM numbering.port_requests r`;
const SELECT_FOR_OPERATOR = `SELECT ${columnsOf(PortRequestSchema, OPERATOR_PORT_MEMBERS, 'r')}, ${NUMBERS}
  FROM numbering.port_requests r`;
/** Few, by an index of their own. */
const FAILED = `SELECT n.request_id FROM numbering.port_numbers n WHERE n.status = 'failed'`;
const HAS_NUMBER = 'r.id IN (SELECT n.request_id FROM numbering.port_numbers n WHERE n.e164 = ?)';

export class PortReads implements PortQueries {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async get(accountId: string, id: string): Promise<PortView> {
    const text = `${SELECT} WHERE r.account_id = $1 AND r.id = $2`;
    return openedRequest(this.box, await this.db.get<PortView>(text, [accountId, id]));
  }

  async list(accountId: string, { status, e164 }: PortFilters, page: PageRequest): Promise<Page<PortView>> {
    const where = new Where().require('r.account_id = ?', accountId).anyOf('r.status', status).add(HAS_NUMBER, e164);
    const of = ({ createdAt, id }: PortView) => [createdAt, id] as const;
    return this.opened(await this.db.page<PortView>({ select: SELECT, where, by: ['r.created_at', 'r.id'], of }, page));
  }

  async getForOperator(id: string): Promise<OperatorPortView> {
    const text = `${SELECT_FOR_OPERATOR} WHERE r.id = $1 AND r.status <> 'draft'`;
    return openedRequest(this.box, await this.db.get<OperatorPortView>(text, [id]));
  }

  async queue(
    { status, e164, accountId, country, failed }: OperatorPortFilters,
    page: PageRequest,
  ): Promise<Page<OperatorPortView>> {
    const where = new Where()
      .always('r.submitted_at IS NOT NULL')
      .anyOf('r.status', status)
      .anyOf('r.country', country)
      .add('r.account_id = ?', accountId)
      .when(failed, `r.id IN (${FAILED})`, `r.id NOT IN (${FAILED})`)
      .add(HAS_NUMBER, e164);
    const of = ({ submittedAt, createdAt, id }: OperatorPortView) => [submittedAt ?? createdAt, id] as const;
    const list = { select: SELECT_FOR_OPERATOR, where, by: ['r.submitted_at', 'r.id'] as const, of };
    return this.opened(await this.db.page<OperatorPortView>(list, page));
  }

  events(accountId: string | null, id: string, page: PageRequest): Promise<Page<PortEvent>> {
    return this.db.together(async () => {
      await this.requireVisible(accountId, id);
      const where = new Where().require('request_id = ?', id);
      const select = `SELECT ${columnsOf(PortEventSchema)} FROM numbering.port_events`;
      return this.db.page<PortEvent>({ select, where, by: ['at', 'id'], of: ({ at, id: last }) => [at, last] }, page);
    });
  }

  comments(accountId: string | null, id: string, page: PageRequest): Promise<Page<PortComment>> {
    return this.db.together(async () => {
      await this.requireVisible(accountId, id);
      const where = new Where().require('request_id = ?', id);
      const select = `SELECT ${columnsOf(PortCommentSchema)} FROM numbering.port_comments`;
      const of = ({ createdAt, id: last }: PortComment) => [createdAt, last] as const;
      const found = await this.db.page<PortComment>({ select, where, by: ['created_at', 'id'], of }, page);
      return { ...found, items: found.items.map((comment) => openedComment(this.box, comment)) };
    });
  }

  private async requireVisible(accountId: string | null, id: string): Promise<void> {
    const where = new Where().require('id = ?', id).add('account_id = ?', accountId);
    if (accountId === null) where.always(`status <> 'draft'`);
    const found = await this.db.find(`SELECT 1 FROM numbering.port_requests ${where.text}`, where.values);
    if (!found) throw CommonErrors.not_found();
  }

  private opened<T extends PortView>(page: Page<T>): Page<T> {
    return { ...page, items: page.items.map((row) => openedRequest(this.box, row)) };
  }
}
