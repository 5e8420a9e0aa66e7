import type { CallConnector, ListedNumbers, SuppliedNumber } from '../../../application/connections/call-connector';
import { NotConnectedError, SupplierHttpError } from '../http/supplier-errors';
import type { SupplierCalls, SupplierHttp } from '../http/supplier-http';
import { dataOf, type Fields, fieldsOf, listOf, textOf } from './telnyx-json';
import { TELNYX } from './telnyx-types';

const NOT_SET = 'TELNYX_CONNECTION_ID is not set.';
const NOT_FOUND = 404;
const PAGE = 250;

/** Assigns the configured connection to numbers (developers.telnyx.com/api-reference/phone-number-configurations/update-a-phone-number). */
export class TelnyxConnection {
  constructor(readonly id: string | null) {}

  isConnected(owned: Fields): boolean {
    return this.id !== null && owned['connection_id'] === this.id;
  }

  /** Returns false for a number that is connected. Rejects unless it is afterwards, as Telnyx reports it. */
  async connect(calls: SupplierCalls, owned: Fields): Promise<boolean> {
    if (this.id === null) throw new NotConnectedError(NOT_SET);
    if (this.isConnected(owned)) return false;
    const path = `/phone_numbers/${encodeURIComponent(textOf(owned['id']))}`;
    await calls.patch(path, { connection_id: this.id });
    if (this.isConnected(fieldsOf(dataOf(await calls.get(path))))) return true;
    throw new NotConnectedError('Telnyx does not send the calls of the number to the connection.');
  }

  /** Returns why Telnyx cannot send calls to the connection (developers.telnyx.com/api-reference/connections/retrieve-a-connection), or null. */
  async findFault(calls: SupplierCalls): Promise<string | null> {
    if (this.id === null) return NOT_SET;
    try {
      const { active } = fieldsOf(dataOf(await calls.get(`/connections/${encodeURIComponent(this.id)}`)));
      return active === false ? `The connection ${this.id} is not active at Telnyx.` : null;
    } catch (error) {
      if (!(error instanceof SupplierHttpError) || error.status !== NOT_FOUND) throw error;
      return `Telnyx does not know the connection ${this.id} of TELNYX_CONNECTION_ID.`;
    }
  }
}

/** Connects the numbers of Telnyx. */
export class TelnyxConnector implements CallConnector {
  readonly name = TELNYX;
  private readonly connection: TelnyxConnection;

  constructor(
    private readonly http: SupplierHttp,
    connectionId: string | null,
  ) {
    this.connection = new TelnyxConnection(connectionId);
  }

  async connect(number: SuppliedNumber): Promise<boolean> {
    const calls = this.http.begin();
    return this.connection.connect(calls, await ownedOf(calls, number));
  }

  async list(page: number): Promise<ListedNumbers> {
    const answer = await this.http.begin().get('/phone_numbers', { 'page[number]': page, 'page[size]': PAGE });
    const owned = listOf(dataOf(answer));
    const numbers = owned.map((each) => ({ ref: textOf(each['id']), isConnected: this.connection.isConnected(each) }));
    const { total_pages: pages } = fieldsOf(fieldsOf(answer)['meta'] ?? {});
    return { numbers, next: typeof pages === 'number' && page < pages ? page + 1 : null };
  }

  findFault(): Promise<string | null> {
    return this.connection.findFault(this.http.begin());
  }
}

async function ownedOf(calls: SupplierCalls, { e164, supplierNumberRef: id }: SuppliedNumber): Promise<Fields> {
  if (id !== null) return fieldsOf(dataOf(await calls.get(`/phone_numbers/${encodeURIComponent(id)}`)));
  const found = listOf(dataOf(await calls.get('/phone_numbers', { 'filter[phone_number]': e164 })));
  const owned = found.find((each) => each['phone_number'] === e164 && each['status'] !== 'deleted');
  if (!owned) throw new NotConnectedError('Telnyx does not know the number.');
  return owned;
}
