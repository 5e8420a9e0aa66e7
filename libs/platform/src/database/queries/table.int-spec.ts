import { EntitySchema } from 'typeorm';
import { type TestDatabase, testDatabase } from '../../testing/index';
import { APP_ROLE, createDataSource } from '../database';
import { columnsOf, entityOf } from './table';

class Parcel {
  id = '';
  accountId = '';
  phoneE164: string | null = null;
  tags: string[] = [];
  contents: unknown = null;
  sentAt: Date | null = null;
  grams: number | undefined;

  get isHeavy(): boolean {
    return (this.grams ?? 0) > 1000;
  }
}

const ParcelSchema = new EntitySchema<Parcel>({
  name: 'Parcel',
  target: Parcel,
  schema: 'public',
  tableName: 'parcels',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    phoneE164: { type: 'text', nullable: true, name: 'phone_e164' },
    tags: { type: 'text', array: true },
    contents: { type: 'jsonb', nullable: true },
    sentAt: { type: 'timestamptz', nullable: true },
    grams: { type: 'bigint' },
  },
});

describe('a table of entities', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase([]);
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query(`CREATE TABLE public.parcels (id text PRIMARY KEY, account_id text NOT NULL, phone_e164 text,
      tags text[] NOT NULL, contents jsonb, sent_at timestamptz, grams bigint NOT NULL DEFAULT 7)`);
    await owner.query(`GRANT ALL ON public.parcels TO ${APP_ROLE}`);
    await owner.destroy();
  });
  beforeEach(() => test.db.query(`DELETE FROM public.parcels`));
  afterAll(() => test.close());

  const parcels = () => test.db.table(ParcelSchema);
  const parcel = (id: string, members: Partial<Parcel> = {}): Parcel =>
    Object.assign(new Parcel(), { id, accountId: 'acc_1', grams: 5 }, members);

  it('returns entities as they were added, with their methods', async () => {
    const first = parcel('a', {
      phoneE164: '+4930',
      tags: ['x', 'a b'],
      contents: [{ name: 'book' }, 'pen'],
      sentAt: new Date('2026-01-01T00:00:00.123Z'),
      grams: 2000,
    });
    await parcels().add([first, parcel('b')]);
    const found = await parcels().get('id = $1', ['a']);
    expect(found).toEqual(first);
    expect(found).toBeInstanceOf(Parcel);
    expect(found.isHeavy).toBe(true);
    expect(await parcels().query('account_id = $1 ORDER BY id DESC', ['acc_1'])).toEqual([parcel('b'), first]);
  });

  it('stores null as null, and the default of the column for undefined', async () => {
    await parcels().add(parcel('a', { grams: undefined }));
    expect(await parcels().find('id = $1 AND contents IS NULL', ['a'])).toMatchObject({ grams: 7, contents: null });
  });

  it('returns null or throws not_found for a missing entity', async () => {
    expect(await parcels().find('id = $1', ['b'])).toBeNull();
    await expect(parcels().get('id = $1 FOR UPDATE', ['b'])).rejects.toMatchObject({ code: 'not_found' });
  });

  it('saves all columns of some rows, or the given ones', async () => {
    const [a, b, c] = [parcel('a'), parcel('b'), parcel('c')];
    await parcels().add([a, b, c]);
    Object.assign(a, { tags: ['new'], contents: ['new'], accountId: 'acc_2' });
    Object.assign(b, { tags: ['newer'], accountId: 'acc_2' });
    await parcels().save([a, b]);
    expect(await parcels().query('true ORDER BY id', [])).toEqual([a, b, c]);
    Object.assign(c, { tags: ['newest'], accountId: 'acc_3' });
    await parcels().save(c, undefined, ['tags']);
    expect(await parcels().get('id = $1', ['c'])).toMatchObject({ tags: ['newest'], accountId: 'acc_1' });
  });

  it('saves some columns of many rows in one statement', async () => {
    const [a, b, c] = [parcel('a'), parcel('b'), parcel('c')];
    await parcels().add([a, b, c]);
    Object.assign(a, { tags: ['new', 'a b'], contents: [{ a: 1 }], sentAt: new Date('2026-01-01T00:00:00.123Z') });
    Object.assign(b, { phoneE164: '+4930' });
    await parcels().saveMany([a, b], ['tags', 'contents', 'sentAt', 'phoneE164']);
    expect(await parcels().query('true ORDER BY id', [])).toEqual([a, b, c]);
    await parcels().saveMany([Object.assign(c, { accountId: 'acc_2', grams: 9 })], ['grams']);
    expect(await parcels().get('id = $1', ['c'])).toMatchObject({ accountId: 'acc_1', grams: 9 });
  });

  it('saves no entity without its key, which would update other rows', async () => {
    await parcels().add([parcel('a'), parcel('b')]);
    await expect(parcels().save([parcel('a'), Object.assign(parcel('b'), { id: undefined })])).rejects.toThrow(
      'has no key',
    );
  });

  it('saves no member of many entities that is undefined, which would be stored as null', async () => {
    await parcels().add([parcel('a', { phoneE164: '+4930' }), parcel('b')]);
    const [a, b] = [parcel('a'), Object.assign(parcel('b'), { phoneE164: undefined })];
    await expect(parcels().saveMany([a, b], ['phoneE164'])).rejects.toThrow('has no phoneE164');
    await expect(parcels().saveMany([Object.assign(a, { id: undefined })], ['tags'])).rejects.toThrow('has no id');
    expect(await parcels().get('id = $1', ['a'])).toMatchObject({ phoneE164: '+4930' });
  });

  it('does nothing for no entities', async () => {
    await parcels().add([]);
    await parcels().save([]);
    await parcels().saveMany([], ['tags']);
    expect(await parcels().query('true', [])).toEqual([]);
  });

  it('translates errors of writes', async () => {
    await parcels().add(parcel('a'));
    const translate = () => new Error('taken');
    await expect(parcels().add(parcel('a'), translate)).rejects.toThrow('taken');
    await expect(test.db.run(() => parcels().add(parcel('a'), translate))).rejects.toThrow('taken');
  });

  it('names the columns of views', async () => {
    await parcels().add(parcel('a'));
    const list = columnsOf(ParcelSchema, ['id', 'accountId', 'phoneE164'], 'p');
    expect(list).toBe('p.id, p.account_id AS "accountId", p.phone_e164 AS "phoneE164"');
    expect(await test.db.query(`SELECT ${list} FROM public.parcels p`)).toEqual([
      { id: 'a', accountId: 'acc_1', phoneE164: null },
    ]);
    const [row = {}] = await test.db.query(`UPDATE public.parcels SET grams = 1 RETURNING ${columnsOf(ParcelSchema)}`);
    expect(entityOf(ParcelSchema, row)).toEqual(parcel('a', { grams: 1 }));
  });
});
