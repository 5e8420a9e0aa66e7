import { find, type SearchIndex } from './find';

const INDEX: SearchIndex = {
  operations: [
    ['numbers.list', 'List numbers', 'GET', '/v1/numbers'],
    ['numbers.order', 'Order a number', 'POST', '/v1/numbers'],
    ['sipTrunks.create', 'Create a SIP trunk', 'POST', '/v1/sip-trunks'],
  ],
  members: { max_concurrent_calls: [2], select_token: [1], name: [2] },
  errors: [
    ['number_unavailable', '409'],
    ['name_in_use', '409'],
  ],
  rejections: [['no_route', 'The number called has no route.']],
  headers: [['Idempotency-Key', '/docs/guides/errors#repeat-safely', 'Repeat safely']],
  guides: [
    ['/docs/guides/first-call', 'Your first call', '', 'api key'],
    ['/docs/guides/first-call#search', 'Your first call', 'Search a number', 'buys select_token'],
    ['/docs/guides/first-call#buy-it', 'Your first call', 'Buy it', 'order number'],
    ['/docs/guides/webhooks', 'Webhooks', '', 'endpoint'],
    ['/docs/guides/webhooks#verify-the-signature', 'Webhooks', 'Verify the signature', 'secret'],
  ],
};
const found = (text: string) => find(INDEX, text).map(({ kind, title }) => `${kind} ${title}`);

describe('find', () => {
  it('puts an operation first whose id is the whole text', () => {
    expect(find(INDEX, 'numbers.order')[0]).toEqual({
      kind: 'Operation',
      title: 'Order a number',
      detail: 'POST /v1/numbers',
      path: '/docs/operations/numbers.order',
    });
  });

  it('finds operations by words of their summary, in any order', () => {
    expect(found('trunk create')).toEqual(['Operation Create a SIP trunk']);
  });

  it('finds the operations that have a member', () => {
    expect(find(INDEX, 'max_concurrent')).toEqual([
      {
        kind: 'Member',
        title: 'max_concurrent_calls',
        detail: 'Create a SIP trunk',
        path: '/docs/operations/sipTrunks.create',
      },
    ]);
  });

  it('finds error codes and headings of guides', () => {
    expect(found('number_un')).toEqual(['Error number_unavailable']);
    expect(find(INDEX, 'signature')[0]?.path).toBe('/docs/guides/webhooks#verify-the-signature');
  });

  it.each([
    ['POST /v1/numbers', '/docs/operations/numbers.order'],
    ['get /v1/numbers', '/docs/operations/numbers.list'],
    ['no_route', '/docs/errors#rejected-no_route'],
    ['idempotency-key', '/docs/guides/errors#repeat-safely'],
    ['buy number', '/docs/guides/first-call#buy-it'],
    ['secret', '/docs/guides/webhooks#verify-the-signature'],
  ])('finds “%s” first at %s', (text, path) => {
    expect(find(INDEX, text)[0]?.path).toBe(path);
  });

  it('puts a member below what has the word in its title, and above a text', () => {
    expect(found('select_token')).toEqual(['Member select_token', 'Guide Search a number']);
    expect(found('name')).toEqual(['Error name_in_use', 'Member name']);
  });

  it('finds nothing for an empty text and for words that nothing has', () => {
    expect(found('  ')).toEqual([]);
    expect(found('numbers spaceship')).toEqual([]);
  });
});
