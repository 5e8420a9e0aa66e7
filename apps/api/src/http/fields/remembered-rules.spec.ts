import type { MetadataStorage } from 'class-validator';
import { Text } from './fields';
import { rememberRules } from './remembered-rules';
import { validated } from './validation';

class Named {
  @Text({ description: 'A text.' })
  name!: string;
}

class Titled extends Named {
  @Text({ description: 'A text.' })
  title!: string;
}

describe('the rules of a class', () => {
  it('are collected and grouped once', () => {
    const count = { collected: 0, grouped: 0 };
    const storage = {
      getTargetValidationMetadatas: () => (count.collected++, []),
      groupByPropertyName: () => (count.grouped++, {}),
    } as unknown as MetadataStorage;
    rememberRules(storage);
    const use = (target: unknown) =>
      storage.groupByPropertyName(storage.getTargetValidationMetadatas(target as () => void, '', false, false));
    expect(use(Named)).toBe(use(Named));
    expect(count).toEqual({ collected: 1, grouped: 1 });
    use(Titled);
    expect(count).toEqual({ collected: 2, grouped: 2 });
    for (const constructor of [undefined, 'Named', {}]) use(constructor);
    expect(count).toEqual({ collected: 5, grouped: 5 });
  });

  it('are those of its own class, in every order of use', async () => {
    for (let use = 0; use < 2; use++) {
      await expect(validated(Titled, { name: 'a' }, 'body')).rejects.toMatchObject({
        fields: { title: expect.any(String) },
      });
      await expect(validated(Named, { name: 'a' }, 'body')).resolves.toEqual({ name: 'a' });
      await expect(validated(Named, { name: 'a', title: 'b' }, 'body')).rejects.toMatchObject({
        fields: { title: 'is not a known field' },
      });
    }
  });

  it.each(['text', 1, null, { prototype: {} }])('reject a member `constructor`: %j', async (constructor) => {
    const body = JSON.parse(`{"name":"a","constructor":${JSON.stringify(constructor)}}`) as object;
    await expect(validated(Named, body, 'body')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
