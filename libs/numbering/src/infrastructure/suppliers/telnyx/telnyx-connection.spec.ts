import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fixedCredential } from '../http/credential';
import { SupplierHttp } from '../http/supplier-http';
import { TelnyxConnector } from './telnyx-connection';

const ID = '1293384261075731499';
const CONNECTION = '1494404757140276705';

/** A number as Telnyx's API v2 returns it. */
const number = (connection_id: string | null) => ({
  id: ID,
  record_type: 'phone_number',
  phone_number: '+12125550123',
  country_iso_alpha2: 'US',
  status: 'active',
  tags: [],
  external_pin: null,
  connection_id,
  connection_name: connection_id && 'trunkline',
  customer_reference: 'ord_1',
  billing_group_id: null,
  emergency_enabled: false,
  call_forwarding_enabled: true,
  inbound_call_screening: 'disabled',
  phone_number_type: 'local',
  purchased_at: '2026-05-01T10:00:00Z',
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-01T10:00:00Z',
});

describe('where Telnyx sends calls', () => {
  let server: Server;
  let answers: object[];
  let status: number;
  let requests: string[];

  beforeEach(async () => {
    requests = [];
    status = 200;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')} ${body}`.trim());
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answers.shift()));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const connector = (connectionId: string | null = CONNECTION) => {
    const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`);
    const credential = fixedCredential('authorization', 'Bearer KEY');
    return new TelnyxConnector(new SupplierHttp({ supplier: 'Telnyx', baseUrl, credential }), connectionId);
  };
  const connect = (supplierNumberRef: string | null, ...given: object[]) => {
    answers = given;
    return connector().connect({ e164: '+12125550123', supplierNumberRef });
  };

  it('changes nothing at our connection', async () => {
    await expect(connect(ID, { data: number(CONNECTION) })).resolves.toBe(false);
    expect(requests).toEqual([`GET /v2/phone_numbers/${ID}`]);
  });

  it.each([null, '1494404757140276000'])('takes a number over from connection %s, and reads it back', async (from) => {
    const after = { data: number(CONNECTION) };
    await expect(connect(ID, { data: number(from) }, after, after)).resolves.toBe(true);
    expect(requests).toEqual([
      `GET /v2/phone_numbers/${ID}`,
      `PATCH /v2/phone_numbers/${ID} {"connection_id":"${CONNECTION}"}`,
      `GET /v2/phone_numbers/${ID}`,
    ]);
  });

  it('does not take the answer to the change for the proof', async () => {
    const answered = [{ data: number(null) }, { data: number(CONNECTION) }, { data: number(null) }];
    await expect(connect(ID, ...answered)).rejects.toThrow('does not send the calls');
  });

  it('finds a number without a reference', async () => {
    const page = (...data: object[]) => ({ data, meta: { total_pages: 1 } });
    await expect(connect(null, page(number(CONNECTION)))).resolves.toBe(false);
    expect(requests).toEqual(['GET /v2/phone_numbers?filter[phone_number]=+12125550123']);
    await expect(connect(null, page())).rejects.toThrow('does not know the number');
  });

  it('refuses without a connection', async () => {
    answers = [{ data: number(null) }];
    const unset = connector(null).connect({ e164: '+12125550123', supplierNumberRef: ID });
    await expect(unset).rejects.toThrow('TELNYX_CONNECTION_ID is not set');
  });

  it('needs a connection that Telnyx knows and that is active', async () => {
    const found = { id: CONNECTION, record_type: 'ip_connection', connection_name: 'trunkline' };
    answers = [{ data: { ...found, active: true } }, { data: { ...found, active: false } }, { errors: [] }];
    expect(await connector().findFault()).toBeNull();
    expect(requests).toEqual([`GET /v2/connections/${CONNECTION}`]);
    expect(await connector().findFault()).toBe(`The connection ${CONNECTION} is not active at Telnyx.`);
    status = 404;
    expect(await connector().findFault()).toBe(
      `Telnyx does not know the connection ${CONNECTION} of TELNYX_CONNECTION_ID.`,
    );
    expect(await connector(null).findFault()).toBe('TELNYX_CONNECTION_ID is not set.');
  });

  it('lists numbers page by page, with their state', async () => {
    const meta = (page_number: number) => ({ total_pages: 2, total_results: 2, page_number, page_size: 250 });
    answers = [
      { data: [number(CONNECTION)], meta: meta(1) },
      { data: [{ ...number(null), id: '2' }], meta: meta(2) },
    ];
    const numbers = connector();
    await expect(numbers.list(1)).resolves.toEqual({ numbers: [{ ref: ID, isConnected: true }], next: 2 });
    await expect(numbers.list(2)).resolves.toEqual({ numbers: [{ ref: '2', isConnected: false }], next: null });
    expect(requests[1]).toBe('GET /v2/phone_numbers?page[number]=2&page[size]=250');
  });
});
