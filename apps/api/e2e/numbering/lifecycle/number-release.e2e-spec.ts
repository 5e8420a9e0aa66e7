import { CancelUndocumented, ReleaseDueNumbers, ReleaseAccountNumbers } from '@trunkline/numbering/wiring';
import { codeOf, dataOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';
import { accessToken } from '../../support/identity/access-tokens';

const DAY = 86_400;

describe('releasing a number that trunks and profiles use', () => {
  let api: TestApi;
  let customer: Customer;
  let shopping: Shopping;
  let e164: string;
  let path: string;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    customer = await api.customers.make({ balanceCents: 10_000 });
    shopping = new Shopping(api, customer);
    use(await shopping.buy());
  });

  const use = (number: Row) => {
    e164 = String(number['e164']);
    path = `/v1/numbers/${e164.slice(1)}/release`;
  };
  const release = (change: Row = {}, headers: Record<string, string> = {}, sender: object = customer) =>
    api.send('POST', path, { body: { when: 'immediate', confirm_e164: e164, ...change }, sender, headers });
  const statusOfNumber = async () => dataOf(await api.get(`/v1/numbers/${e164.slice(1)}`, customer))['status'];
  const override = (trunkId: string) =>
    api.patch(`/v1/sip-trunks/${trunkId}`, { caller_id_strategy: 'override', caller_id_override: e164 }, customer);
  const setDefault = (trunkId: string) => api.patch(`/v1/sip-trunks/${trunkId}`, { default_caller_id: e164 }, customer);
  const overridingTrunk = async () => {
    const trunkId = await shopping.trunk();
    expect((await override(trunkId)).status).toBe(200);
    return trunkId;
  };
  const trunk = async (id: string) => dataOf(await api.get(`/v1/sip-trunks/${id}`, customer));
  const forwardingTarget = async (change: Row = {}) => {
    const profileId = await shopping.profile();
    const body = { kind: 'pstn_forward', pstn_forward_e164: e164, ...change };
    const added = await api.post(`/v1/routing-profiles/${profileId}/targets`, body, customer);
    expect(added.status).toBe(201);
    return { profileId, targetId: String(dataOf(added)['id']) };
  };
  const targetOf = async ({ profileId }: { profileId: string }) => {
    const { targets } = dataOf(await api.get(`/v1/routing-profiles/${profileId}`, customer)) as { targets: Row[] };
    return targets[0];
  };

  it.each(['immediate', 'end_of_cycle'])('returns 409 resource_in_use with ids and counts (%s)', async (when) => {
    const [trunkId, target] = [await overridingTrunk(), await forwardingTarget()];
    const answer = await release({ when });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'resource_in_use']);
    expect(answer.body.error?.fields).toEqual({
      trunks: '1',
      trunk_ids: trunkId,
      targets: '1',
      target_ids: target.targetId,
    });
    expect(await statusOfNumber()).toBe('active');
    expect(await trunk(trunkId)).toMatchObject({ caller_id_override: e164 });
  });

  it('returns 200 for a number used only by archived trunks, archived profiles and disabled targets', async () => {
    expect((await api.delete(`/v1/sip-trunks/${await overridingTrunk()}`, customer)).status).toBe(200);
    await forwardingTarget({ enabled: false });
    const { profileId } = await forwardingTarget();
    expect((await api.delete(`/v1/routing-profiles/${profileId}`, customer)).status).toBe(200);
    expect((await release()).status).toBe(200);
  });

  it('clears the override and disables the target with `force`', async () => {
    const [trunkId, target] = [await overridingTrunk(), await forwardingTarget()];
    const answer = await release({ force: true }, { 'idempotency-key': 'by force' });
    expect([answer.status, dataOf(answer)['status']]).toEqual([200, 'released']);
    expect(await trunk(trunkId)).toMatchObject({ caller_id_strategy: 'inherit', caller_id_override: null });
    expect(await targetOf(target)).toMatchObject({ id: target.targetId, enabled: false });
  });

  it.each([
    [['numbers:write', 'routing:write'], 403],
    [['numbers:write', 'sip_trunks:write'], 403],
    [['numbers:write', 'sip_trunks:write', 'routing:write'], 200],
  ])('requires scopes for `force`: %j return %i', async (scopes, status) => {
    await overridingTrunk();
    await forwardingTarget();
    const token = await accessToken(api, customer, scopes);
    const answer = await release({ force: true }, { authorization: `Bearer ${token}` }, {});
    expect([answer.status, codeOf(answer)]).toEqual([status, status === 403 ? 'forbidden' : undefined]);
  });

  it('detaches its uses at the scheduled release', async () => {
    const [trunkId, target] = [await overridingTrunk(), await forwardingTarget()];
    expect((await release({ when: 'end_of_cycle', force: true })).status).toBe(200);
    expect(await trunk(trunkId)).toMatchObject({ caller_id_override: e164 });
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 31 * DAY });
    await api.use(ReleaseDueNumbers).release();
    expect(await statusOfNumber()).toBe('released');
    expect(await trunk(trunkId)).toMatchObject({ caller_id_strategy: 'inherit', caller_id_override: null });
    expect(await targetOf(target)).toMatchObject({ enabled: false });
  });

  it('returns 409 invalid_state for a target that forwards to a number whose release is scheduled', async () => {
    const target = await forwardingTarget({ enabled: false });
    const at = `/v1/routing-profiles/${target.profileId}`;
    expect((await release({ when: 'end_of_cycle' })).status).toBe(200);
    const forward = { kind: 'pstn_forward', pstn_forward_e164: e164 };
    const refused = [
      await api.post(`${at}/targets`, forward, customer),
      await api.patch(`${at}/targets/${target.targetId}`, { enabled: true }, customer),
      await api.put(`${at}/targets`, { targets: [forward] }, customer),
      await api.post('/v1/routing-profiles', { name: 'Other', targets: [forward] }, customer),
    ];
    for (const answer of refused) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'invalid_state']);
      expect(answer.text).toContain(`${e164} is being released`);
    }
    const other = await api.customers.make();
    const theirs = `/v1/routing-profiles/${await new Shopping(api, other).profile()}/targets`;
    expect((await api.post(theirs, forward, other)).status).toBe(201);
    expect((await api.delete(path, customer)).status).toBe(200);
    expect((await api.patch(`${at}/targets/${target.targetId}`, { enabled: true }, customer)).status).toBe(200);
  });

  it('disables a target in a copy if it forwards to a number whose release is scheduled', async () => {
    const { profileId } = await forwardingTarget();
    expect((await release({ when: 'end_of_cycle', force: true })).status).toBe(200);
    const copied = await api.post(`/v1/routing-profiles/${profileId}/duplicate`, { name: 'Copy' }, customer);
    expect(dataOf(copied)['targets']).toMatchObject([{ pstn_forward_e164: e164, enabled: false }]);
  });

  it('detaches its uses when its order is cancelled or expires', async () => {
    const cancelled = await shopping.buyWaiting();
    use(cancelled);
    const first = await overridingTrunk();
    const orders = await api.get('/v1/number-orders?status=pending_documents', customer);
    const [order] = dataOf(orders)['items'] as Row[];
    expect((await api.post(`/v1/number-orders/${String(order?.['id'])}/cancel`, {}, customer)).status).toBe(200);
    use(await shopping.buyWaiting());
    const second = await overridingTrunk();
    await api.operator('POST', '/operator/sandbox/clock', { advance_s: 31 * DAY });
    await api.use(CancelUndocumented).cancel();
    for (const id of [first, second]) expect(await trunk(id)).toMatchObject({ caller_id_strategy: 'inherit' });
  });

  it('detaches its uses when the account is closed', async () => {
    const trunkIds: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      use(await shopping.buy());
      trunkIds.push(await overridingTrunk());
    }
    expect(await api.use(ReleaseAccountNumbers).releaseAll(customer.accountId)).toBe(true);
    for (const id of trunkIds) expect(await trunk(id)).toMatchObject({ caller_id_strategy: 'inherit' });
  });

  it.each([
    ['override', false],
    ['override', true],
    ['default', false],
    ['default', true],
  ])('leaves no caller ID of a released number when both run in parallel (%s, force: %s)', async (kind, force) => {
    for (let round = 0; round < 8; round += 1) {
      use(await shopping.buy());
      const trunkId = await shopping.trunk();
      const change = kind === 'override' ? override : setDefault;
      const [released, changed] = await Promise.all([release({ force }), change(trunkId)]);
      const { caller_id_override, default_caller_id } = await trunk(trunkId);
      const ended = await statusOfNumber();
      expect([200, 409]).toContain(released.status);
      expect([200, 422]).toContain(changed.status);
      expect([ended === 'released', [caller_id_override, default_caller_id].includes(e164)]).not.toEqual([true, true]);
      if (force) expect(ended).toBe('released');
    }
  });
});
