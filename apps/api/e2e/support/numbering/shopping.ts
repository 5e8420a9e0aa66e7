import type { Answer, Customer, TestApi } from '../index';

export type Row = Record<string, unknown>;

export const dataOf = (answer: Answer) => answer.body.data as Row;
export const itemsOf = (answer: Answer) => dataOf(answer)['items'] as Row[];
export const codeOf = (answer: Answer) => answer.body.error?.code;
export const fieldsOf = (answer: Answer) => Object.keys(answer.body.error?.fields ?? {}).sort();

/** Setup of numbering tests: search, buy, create a trunk. Each customer buys different numbers by default. */
export class Shopping {
  constructor(
    private readonly api: TestApi,
    readonly customer: Customer,
  ) {}

  /** Returns the offers of a search, by default available ones of the United States. */
  async search(query = 'area_code=212', limit = 20): Promise<Row[]> {
    const answer = await this.api.get(
      `/v1/catalog/search?country=US&source=live&limit=${limit}&${query}`,
      this.customer,
    );
    if (answer.status !== 200) throw new Error(`The search failed: ${answer.text}`);
    return itemsOf(answer);
  }

  /** Returns a token for any number of an area. */
  async anyOf(areaCode = '212'): Promise<string> {
    const path = `/v1/catalog/search?country=US&source=availability&area_code=${areaCode}`;
    return String(itemsOf(await this.api.get(path, this.customer))[0]?.['select_token']);
  }

  async token(query?: string): Promise<string> {
    const [row] = await this.search(query, 1);
    if (!row) throw new Error(`Nothing was found by ${query}.`);
    return String(row['select_token']);
  }

  order(body: Row, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api.post('/v1/numbers', body, this.customer, headers);
  }

  /** Buys and returns any number of an area. */
  async buy(change: Row = {}): Promise<Row> {
    const answer = await this.order({ country: 'US', type: 'geographic', area: '212', ...change });
    if (answer.status !== 201) throw new Error(`The order failed: ${answer.text}`);
    return dataOf(answer)['number'] as Row;
  }

  /** Buys and returns a number that waits for documents. */
  async buyWaiting(): Promise<Row> {
    return this.buy({ country: 'GB', type: 'mobile', area: undefined });
  }

  async trunk(status: 'active' | 'disabled' = 'active'): Promise<string> {
    const name = `trunk ${Math.random().toString(36).slice(2)}`;
    const id = String(dataOf(await this.api.post('/v1/sip-trunks', { name }, this.customer))['id']);
    if (status === 'disabled') await this.api.patch(`/v1/sip-trunks/${id}`, { status }, this.customer);
    return id;
  }

  async profile(status: 'active' | 'disabled' = 'active'): Promise<string> {
    const body = { name: `profile ${Math.random().toString(36).slice(2)}`, strategy: 'failover' };
    const made = dataOf(await this.api.post('/v1/routing-profiles', body, this.customer));
    const id = String((made['profile'] as Row)['id']);
    if (status === 'disabled') await this.api.patch(`/v1/routing-profiles/${id}`, { status }, this.customer);
    return id;
  }

  async balanceCents(): Promise<number> {
    return Number(dataOf(await this.api.get('/v1/billing/balance', this.customer))['available_cents']);
  }

  /** Returns the charges and refunds of the account, oldest first. */
  async postings(): Promise<number[]> {
    const path = '/v1/billing/transactions?kind=charge,refund&order=asc';
    const rows = itemsOf(await this.api.get(path, this.customer));
    return rows.filter((row) => row['related_kind'] === 'number_order').map((row) => Number(row['amount_cents']));
  }

  cartOf(sender = this.customer): Promise<Answer> {
    return this.api.get('/v1/cart', sender);
  }

  addToCart(select_token: string, quantity?: number): Promise<Answer> {
    return this.api.post('/v1/cart/items', { select_token, ...(quantity && { quantity }) }, this.customer);
  }

  checkOut(body: Row = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api.post('/v1/cart/checkout', body, this.customer, headers);
  }
}
