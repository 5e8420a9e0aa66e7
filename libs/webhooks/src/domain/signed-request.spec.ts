import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedRequest } from './signed-request';

/** The test vector of docs/webhooks.md. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV0b0xy1C2FVsBQIhrscChlQIA';
const payload = {
  id: 'evt_0mh2k3l4p9f1c2d3e4b5a6978',
  type: 'number.released',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  data: { number_id: 'num_0mh2k3l4p9f1c2d3e4b5a6978', e164: '+12125550123' },
  isTest: false,
};
const at = 1_767_225_600;

const PUBLISHED = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/webhook-vectors.json'), 'utf8'),
) as { vectors: { headers: Record<string, string> }[] };

describe('signedRequest', () => {
  it('signs the vector of the documentation', () => {
    const { headers, body } = signedRequest(payload, { secrets: [SECRET], at, attempt: 1 });
    expect(body).toBe(
      '{"id":"evt_0mh2k3l4p9f1c2d3e4b5a6978","type":"number.released","created_at":1767225600,' +
        '"data":{"number_id":"num_0mh2k3l4p9f1c2d3e4b5a6978","e164":"+12125550123"}}',
    );
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      'User-Agent': 'Trunkline-Webhooks/1',
      'X-Svc-Signature': 't=1767225600,v1=6a334a2fdc8c17315628cfdfa0e0ea24f47089f1394ea1abe0c8939ade1a7154',
      'X-Svc-Event-Id': payload.id,
      'X-Svc-Event-Type': payload.type,
      'X-Svc-Delivery-Attempt': '1',
      'webhook-id': payload.id,
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,ULvKvNeR90hcYdYvi1E0qniDrbG9hgqgdGaGz80PRfU=',
    });
  });

  it('signs as the published vectors do', () => {
    const [first] = PUBLISHED.vectors;
    const { headers, body } = signedRequest(payload, { secrets: [SECRET], at, attempt: 1 });
    expect(first).toMatchObject({ secret: SECRET, body, valid: true });
    expect(headers).toMatchObject(first?.headers ?? {});
  });

  it('signs with both secrets during a rotation', () => {
    const { headers } = signedRequest(payload, { secrets: [OTHER, SECRET], at, attempt: 2 });
    expect(headers['X-Svc-Signature']).toMatch(
      /^t=1767225600,v1=[0-9a-f]{64},v1=6a334a2fdc8c17315628cfdfa0e0ea24f47089f1394ea1abe0c8939ade1a7154$/,
    );
    expect(headers['webhook-signature']).toMatch(
      /^v1,[A-Za-z0-9+/]{43}= v1,ULvKvNeR90hcYdYvi1E0qniDrbG9hgqgdGaGz80PRfU=$/,
    );
    expect(headers['X-Svc-Delivery-Attempt']).toBe('2');
  });

  it('marks a test', () => {
    expect(signedRequest({ ...payload, isTest: true }, { secrets: [SECRET], at, attempt: 1 }).body).toMatch(
      /,"test":true}$/,
    );
  });
});
