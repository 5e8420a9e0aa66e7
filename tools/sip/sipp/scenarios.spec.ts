import { callerScenario } from './caller';
import { calleeScenario } from './callee';
import { registrationScenario } from './registration';

const from = '+15559990000@127.0.0.1';

/** Returns the labels that a scenario goes to, and those that it has. */
function labelsOf(xml: string): { readonly used: string[]; readonly placed: string[] } {
  const all = (pattern: RegExp) => [...new Set([...xml.matchAll(pattern)].map(([, id = '']) => id))].sort();
  return { used: all(/(?:next|ontimeout)="(\d+)"/g), placed: all(/<label id="(\d+)"/g) };
}

describe('a scenario of SIPp', () => {
  const identity = { user: 'u', password: 'p', domain: 'd', contacts: ['*'], expiresSeconds: 0 };
  const digest = { user: 'u', password: 'p' };
  it.each([
    ['a caller', callerScenario({ from })],
    ['a caller with digest', callerScenario({ from, digest })],
    ['a caller that gives up', callerScenario({ from, ends: 'gives-up' })],
    ['a caller that waits for BYE', callerScenario({ from, ends: 'callee' })],
    ['a phone', calleeScenario({})],
    ['a busy phone', calleeScenario({ refuses: '486 Busy Here' })],
    ['a phone that never answers', calleeScenario({ neverAnswers: true })],
    ['a silent gateway', calleeScenario({ isSilent: true })],
    ['a gateway with digest that hangs up', calleeScenario({ digest, hangsUpAfterMs: 100 })],
    ['a registration', registrationScenario(identity)],
  ])('goes to no label that it lacks: %s', (_, xml) => {
    const { used, placed } = labelsOf(xml);
    expect(placed).toEqual(expect.arrayContaining(used));
  });

  it('starts no clock that nothing stops, which SIPp refuses', () => {
    expect(callerScenario({ from })).toMatch(/start_rtd="ringing"[\s\S]* rtd="ringing"/);
    expect(callerScenario({ from, ends: 'gives-up' })).not.toContain('rtd=');
  });

  it('answers the challenge in a second transaction', () => {
    const xml = callerScenario({ from, digest });
    expect(xml).toContain('[authentication username=u password=p]');
    expect(xml.match(/CSeq: \d INVITE/g)).toEqual(['CSeq: 1 INVITE', 'CSeq: 2 INVITE']);
  });
});
