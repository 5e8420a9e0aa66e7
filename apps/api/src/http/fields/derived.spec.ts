import { DescribedAs, fieldsOf } from '../openapi/schema';
import { PartialType, PickType, WithDefaults } from './derived';
import { Flag, Integer, Text, UnixTime } from './fields';
import { Nested } from './list-fields';
import { toJson, writerOf } from './members';
import { validated } from './validation';

class Part {
  @Text({ description: 'A text.' }) anyText: string;
}

class Settings {
  @Text({ description: 'A name.', max: 5 }) name: string;
  @Integer({ description: 'Seconds.', min: 0, max: 9 }) ringTimeoutSeconds: number;
  @UnixTime({ description: 'A time.', nullable: true }) endsAt: Date | null;
  @Nested(() => Part, { description: 'Parts.', many: true }) parts: Part[];
}

class Resource extends Settings {
  @Flag({ description: 'Whether it is up.', inEtag: false, jsonName: 'up' }) isUp: boolean;
}

class Creation extends WithDefaults(Settings, { ringTimeoutSeconds: 5, endsAt: undefined, parts: [] }) {}
class Change extends PartialType(Settings) {}
class Name extends PickType(Settings, ['name']) {}

const at = new Date(1_767_225_600_999);
const view = {
  name: 'a',
  ringTimeoutSeconds: 1,
  endsAt: at,
  parts: [{ anyText: 'b', secret: 1 }],
  isUp: true,
  secret: 'c',
};

describe('the declaration of a resource', () => {
  it('writes declared members in snake case and times as Unix seconds', () => {
    const body = { name: 'a', ring_timeout_s: 1, ends_at: 1_767_225_600, parts: [{ any_text: 'b' }], up: true };
    expect(toJson(Resource, view)).toEqual(body);
    expect(toJson(Resource, [{ ...view, endsAt: null }])).toEqual([{ ...body, ends_at: null }]);
    expect(toJson(Resource, null)).toBeNull();
  });

  it('writes no class with a member that is only described, or without members', () => {
    class Described extends Part {
      @DescribedAs({ type: 'string', description: 'A text.' }) text: string;
    }
    class Holder {
      @Nested(() => Described, { description: 'A part.' }) part: Described;
    }
    class Empty {}
    expect(() => writerOf(Described)).toThrow('Described.text is only described, so no response can have it.');
    expect(() => writerOf(Holder)).toThrow('Described.text is only described');
    expect(() => writerOf(Empty)).toThrow('Empty declares no members, so it cannot be a response.');
  });

  it('names an invalid member as it is named in JSON', async () => {
    await expect(validated(Resource, { up: 1 }, 'body')).rejects.toMatchObject({
      fields: { up: 'must be true or false' },
    });
  });

  it('validates a member that only guards use, but leaves it off the body', async () => {
    class Guarded extends PartialType(Name) {
      @Text({ description: 'A password.', optional: true, guarded: true }) password?: string;
    }
    expect(Object.keys(await validated(Guarded, { name: 'a', password: 'secret' }, 'body'))).toEqual(['name']);
    await expect(validated(Guarded, { password: 1 }, 'body')).rejects.toMatchObject({
      fields: { password: expect.any(String) as string },
    });
  });

  it('reads only the members that were sent, times as dates', async () => {
    const change = await validated(Change, { ends_at: 1_767_225_600, parts: [{ any_text: ' b ' }] }, 'body');
    expect(change).toEqual({ endsAt: new Date(1_767_225_600_000), parts: [{ anyText: 'b' }] });
    expect(await validated(Change, { ends_at: null }, 'body')).toEqual({ endsAt: null });
  });

  it.each([
    [{ ringTimeoutSeconds: 1 }, 'ringTimeoutSeconds'],
    [{ ring_timeout_s: 10 }, 'ring_timeout_s'],
    [{ name: null }, 'name'],
    [{ name: 'abcdef' }, 'name'],
    [{ ends_at: -1 }, 'ends_at'],
    [{ ends_at: '2026-01-01T00:00:00Z' }, 'ends_at'],
    [{ parts: [{ any_text: 'b' }, { any_text: 1 }] }, 'parts.1.any_text'],
    [{ parts: [{ anyText: 'b' }] }, 'parts.0.anyText'],
    [{ up: true }, 'up'],
    [JSON.parse('{"__proto__":1}') as object, '__proto__'],
  ])('rejects %j in a body derived from it', async (body, name) => {
    await expect(validated(Change, body, 'body')).rejects.toMatchObject({ fields: { [name]: expect.any(String) } });
  });

  it('requires the members without a default on creation, and documents the defaults', async () => {
    await expect(validated(Creation, { ring_timeout_s: 1 }, 'body')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await validated(Creation, { name: 'a' }, 'body')).toEqual({ name: 'a' });
    const fields = [...fieldsOf(Creation)].map(([name, { required, schema }]) => [name, required, schema['default']]);
    expect(fields).toEqual([
      ['name', true, undefined],
      ['ringTimeoutSeconds', false, 5],
      ['endsAt', false, undefined],
      ['parts', false, []],
    ]);
  });

  it('is left as it is by classes with some of its members', () => {
    expect([...fieldsOf(Name).keys()]).toEqual(['name']);
    expect([...fieldsOf(Settings).values()].every(({ required }) => required)).toBe(true);
  });

  it('derives no class with a member that is only described, which no body could be checked against', () => {
    class Described {
      @DescribedAs({ type: 'string', description: 'A text.' }) text: string;
    }
    expect(() => PartialType(Described)).toThrow('Described.text is only described');
  });
});
