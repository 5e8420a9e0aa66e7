import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { RegistrationReads, StoredContacts } from '../../infrastructure/registrations/contact-store';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { ExpireContacts } from './expire-contacts';
import type { ContactReport, ReportedContact } from './ports';
import { ReportContacts } from './report-contacts';

describe('the registrations of a trunk', () => {
  let world: PostgresWorld;
  let clock: TestClock;
  let events: RecordingEventBus;
  let reports: ReportContacts;
  let expiry: ExpireContacts;
  let accountId: string;
  let trunkId: string;
  let username: string;

  beforeAll(async () => {
    world = await postgresWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    clock = new TestClock();
    events = new RecordingEventBus();
    const store = new StoredContacts(world.db);
    reports = new ReportContacts(world.db, store, events, clock);
    expiry = new ExpireContacts(world.db, store, events, clock);
    accountId = newId('acc');
    const trunk = await world.createSipTrunk.create({
      accountId,
      operationId: newId('op'),
      options: { name: 'Office', registrationMode: 'register' },
      gateways: [],
    });
    trunkId = trunk.trunk.id;
    username = trunk.credentials!.sipUsername;
  });

  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const aContact = (given: Partial<ReportedContact> = {}): ReportedContact => ({
    uri: `sip:${username}@10.9.9.9:5060`,
    received: 'sip:203.0.113.7:22131',
    path: null,
    userAgent: 'Example PBX 16.2',
    q: 1,
    expiresAt: later(60),
    ...given,
  });
  const phone = (name: string, given: Partial<ReportedContact> = {}) =>
    aContact({ uri: `sip:${name}@10.9.9.9`, ...given });
  const report = (contacts: readonly ReportedContact[], given: Partial<ContactReport> = {}) =>
    reports.report({ switchId: 'sw1', node: '', bootId: 'b1', username, at: null, ...given, contacts });
  const contactsNow = () => new RegistrationReads(world.db).contactsOfTrunks(accountId, [trunkId], clock.now());
  const urisNow = async () => (await contactsNow()).map(({ uri }) => uri);
  /** Contacts that other tests left expire too. */
  const published = () => events.published.filter((event) => event.accountId === accountId);
  const typesPublished = () => published().map(({ type }) => type);

  it('returns null for an unknown user, and stores nothing', async () => {
    expect(await report([aContact()], { username: 'nobody' })).toBeNull();
    expect(published()).toEqual([]);
  });

  it('returns null for the credentials of a trunk that no longer registers', async () => {
    await world.sipTrunks.update(accountId, trunkId, { registrationMode: 'static_ip' });
    expect(await report([aContact()])).toBeNull();
  });

  it('publishes one event when the first contact registers, and one when the last is gone', async () => {
    expect(await report([phone('a')])).toBe(1);
    expect(await report([phone('a'), phone('b')])).toBe(2);
    expect(await report([phone('b')])).toBe(1);
    expect(await report([])).toBe(0);
    expect(await report([])).toBe(0);
    const about = { trunk_id: trunkId, name: 'Office', contact_ip: '203.0.113.7', user_agent: 'Example PBX 16.2' };
    const expiresAt = Math.floor(later(60).getTime() / 1000);
    expect(published()).toEqual([
      { type: 'trunk.registered', accountId, data: { ...about, expires_at: expiresAt } },
      { type: 'trunk.unregistered', accountId, data: { ...about, reason: 'unregistered' } },
    ]);
  });

  it('publishes no event when contacts move from one switch to another', async () => {
    await report([phone('a')]);
    await report([phone('a')], { switchId: 'sw2' });
    await report([]);
    expect(typesPublished()).toEqual(['trunk.registered']);
    expect(await report([], { switchId: 'sw2' })).toBe(0);
    expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
  });

  it('keeps the id and age of a contact that is refreshed', async () => {
    await report([aContact()]);
    const [before] = await contactsNow();
    clock.advance(30);
    await report([aContact({ q: 0.5, userAgent: 'Example PBX 16.3', path: '<sip:203.0.113.1;lr>' })]);
    const [after] = await contactsNow();
    const refreshed = { q: 0.5, userAgent: 'Example PBX 16.3', path: '<sip:203.0.113.1;lr>', expiresAt: later(60) };
    expect(after).toEqual({ ...before, ...refreshed });
  });

  it('keeps two phones with the same private URI behind different routers', async () => {
    const other = aContact({ received: 'sip:198.51.100.4:40000' });
    expect(await report([aContact(), other])).toBe(2);
    expect(await report([other])).toBe(1);
    expect((await contactsNow())[0]?.received).toBe('sip:198.51.100.4:40000');
  });

  it('counts a contact that is listed twice once, until the later expiry', async () => {
    expect(await report([aContact({ expiresAt: later(90) }), aContact()])).toBe(1);
    expect((await contactsNow())[0]?.expiresAt).toEqual(later(90));
  });

  it('ignores contacts that have expired', async () => {
    expect(await report([aContact({ expiresAt: clock.now() })])).toBe(0);
    expect(published()).toEqual([]);
  });

  describe('after a restart of the switch', () => {
    it('keeps the contacts from before it until they expire', async () => {
      await report([phone('a'), phone('b', { expiresAt: later(20) })]);
      expect(await report([phone('c', { expiresAt: later(600) })], { bootId: 'b2' })).toBe(3);
      clock.advance(20);
      await expiry.expire();
      expect(await urisNow()).toEqual(expect.arrayContaining(['sip:a@10.9.9.9', 'sip:c@10.9.9.9']));
      expect(await urisNow()).toHaveLength(2);
      clock.advance(40);
      expect(await urisNow()).toEqual(['sip:c@10.9.9.9']);
    });

    it('removes a contact that was refreshed since and then unregistered', async () => {
      await report([phone('a')]);
      await report([phone('a')], { bootId: 'b2' });
      expect(await report([], { bootId: 'b2' })).toBe(0);
      expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
    });

    it('does not remove the contacts of another process of the switch', async () => {
      await report([phone('a')], { node: 'n1' });
      expect(await report([], { node: 'n2', bootId: 'b2' })).toBe(0);
      expect(await urisNow()).toEqual(['sip:a@10.9.9.9']);
    });
  });

  describe('reports that arrive out of order', () => {
    it('do not undo a newer one', async () => {
      await report([phone('a'), phone('b')], { at: later(-1) });
      expect(await report([phone('a')], { at: later(-3) })).toBe(2);
      expect(await report([], { at: later(-2) })).toBe(2);
      expect(await urisNow()).toHaveLength(2);
      expect(await report([], { at: later(-1) })).toBe(0);
    });

    it('do not restore contacts after the last one was removed', async () => {
      await report([phone('a')], { at: later(-3) });
      await report([], { at: later(-1) });
      expect(await report([phone('a')], { at: later(-2) })).toBe(0);
      expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
    });

    it('count in the order of arrival without a time, and with one that is far ahead', async () => {
      await report([phone('a')], { at: later(3600) });
      expect(await report([], { at: null })).toBe(0);
      expect(await report([phone('b')], { at: later(-1) })).toBe(1);
    });

    it('leave the newest list when many arrive at once', async () => {
      const races = Array.from({ length: 12 }, (_, n) => report([phone(`p${n}`)], { at: later(n - 20) }));
      await Promise.all(races.sort(() => Math.random() - 0.5));
      expect(await urisNow()).toEqual(['sip:p11@10.9.9.9']);
    });
  });

  it('publishes one event when several switches report the first contact at once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => report([phone(`p${n}`)], { switchId: `sw${n}` })));
    expect(typesPublished()).toEqual(['trunk.registered']);
    await Promise.all(Array.from({ length: 8 }, (_, n) => report([], { switchId: `sw${n}` })));
    expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
  });

  describe('contacts that are not refreshed', () => {
    it('are not used from the second in which they expire, and are deleted with one event', async () => {
      await report([phone('a'), phone('b', { expiresAt: later(30), q: 0.1 })]);
      clock.advance(59);
      await expiry.expire();
      expect(typesPublished()).toEqual(['trunk.registered']);
      clock.advance(1);
      expect(await urisNow()).toEqual([]);
      await expiry.expire();
      await expiry.expire();
      const about = { trunk_id: trunkId, name: 'Office', contact_ip: '203.0.113.7', user_agent: 'Example PBX 16.2' };
      expect(published().slice(1)).toEqual([
        { type: 'trunk.unregistered', accountId, data: { ...about, reason: 'expired' } },
      ]);
      expect(await world.db.query(`SELECT FROM voice.contacts WHERE trunk_id = $1`, [trunkId])).toEqual([]);
    });

    it('have one event when many workers remove them at once, and the switch reports it too', async () => {
      await report([phone('a')]);
      clock.advance(60);
      await Promise.all([...Array.from({ length: 8 }, () => expiry.expire()), report([])]);
      expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
      expect(published()[1]).toMatchObject({ data: { reason: 'expired' } });
    });

    it('never leave a trunk with a contact unregistered, when one registers at that moment', async () => {
      for (let round = 0; round < 15; round++) {
        await report([phone(`p${round}`)]);
        clock.advance(60);
        await Promise.all([expiry.expire(), report([phone('b')], { switchId: 'sw2' }), expiry.expire()]);
        expect(typesPublished().at(-1)).toBe('trunk.registered');
        await report([], { switchId: 'sw2' });
      }
    });

    it('have no event when a new contact registers before they are removed', async () => {
      await report([phone('a')]);
      clock.advance(60);
      await report([phone('b')], { switchId: 'sw2' });
      await expiry.expire();
      expect(typesPublished()).toEqual(['trunk.registered']);
    });
  });

  describe('new credentials', () => {
    it('end the registrations with the former ones', async () => {
      await report([phone('a')]);
      await world.sipTrunks.issueCredentials(accountId, trunkId);
      expect(await urisNow()).toEqual([]);
      expect(await report([phone('a')])).toBeNull();
      clock.advance(1);
      await expiry.expire();
      expect(typesPublished()).toEqual(['trunk.registered', 'trunk.unregistered']);
    });

    it('leave no contact of a report that was in flight', async () => {
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => report([phone(`p${n}`)], { switchId: `sw${n}` })),
        world.sipTrunks.issueCredentials(accountId, trunkId),
      ]);
      expect(await urisNow()).toEqual([]);
    });
  });

  it('forgets reports after a day', async () => {
    await report([phone('a')], { at: clock.now() });
    const isKnown = async () =>
      (await world.db.query(`SELECT FROM voice.contact_reports WHERE username = $1`, [username])).length > 0;
    clock.advance(86_400);
    await expiry.forgetReports();
    expect(await isKnown()).toBe(true);
    clock.advance(1);
    await expiry.forgetReports();
    expect(await isKnown()).toBe(false);
  });
});
