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
  guides: [
    ['/docs/guides/webhooks', 'Webhooks', ''],
    ['/docs/guides/webhooks#verify-the-signature', 'Webhooks', 'Verify the signature'],
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

  it('finds nothing for an empty text and for words that nothing has', () => {
    expect(found('  ')).toEqual([]);
    expect(found('numbers spaceship')).toEqual([]);
  });
});
