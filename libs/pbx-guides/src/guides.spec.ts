import { comment, ini, json, parameter, powerShell, quoted, xml, xmlComment } from './escapes';
import { type Guide, type GuidePart, GUIDES, PASSWORD, type TrunkValues } from './index';

const REGISTERING: TrunkValues = {
  name: 'Office',
  domain: 'sip.example.com',
  server: 'sip.example.com',
  port: 5061,
  transport: 'tls',
  username: 't8f0c2d4b6a1e3957',
  password: null,
  sipNetworks: ['192.0.2.16/28', '2001:db8::5'],
  codecs: ['g722', 'g711a'],
  dtmf: 'rfc4733',
  encryption: 'required',
  number: '+4930901820',
};
const ADDRESSED: TrunkValues = { ...REGISTERING, username: null, transport: 'udp', port: 5060, encryption: 'off' };

const textOf = (part: GuidePart): string =>
  part.kind === 'fields'
    ? `${part.name}\n${part.fields.map((row) => row.join(': ')).join('\n')}`
    : JSON.stringify(part);
const contentsOf = (guide: Guide, values: TrunkValues): string => guide.parts(values).map(textOf).join('\n');
const guideOf = (id: string): Guide => {
  const found = GUIDES.find((guide) => guide.id === id);
  if (!found) throw new Error(`no guide ${id}`);
  return found;
};
/** Returns the text of a file of a guide. */
function fileOf(id: string, name: string, values: TrunkValues): string {
  const part = guideOf(id)
    .parts(values)
    .find((each) => each.kind === 'file' && each.name.includes(name));
  if (part?.kind !== 'file') throw new Error(`no file ${name}`);
  return part.text;
}

const PARTNERS = ['openai'];

describe.each(GUIDES.map((guide) => [guide.id, guide] as const))('the guide for %s', (id, guide) => {
  it('contains no password unless it is given, and then the one of the trunk', () => {
    const hidden = contentsOf(guide, REGISTERING);
    const shown = contentsOf(guide, { ...REGISTERING, password: 'Zl3f8cQx0vYt5nW2' });
    expect(hidden).not.toContain('Zl3f8cQx0vYt5nW2');
    expect(shown).not.toContain(PASSWORD);
    expect(hidden.includes(PASSWORD)).toBe(shown.includes('Zl3f8cQx0vYt5nW2'));
  });

  it('contains where calls are sent, and no credentials for a trunk that is identified by addresses', () => {
    const addressed = contentsOf(guide, ADDRESSED);
    expect(addressed).not.toContain('t8f0c2d4b6a1e3957');
    expect(addressed).not.toContain(PASSWORD);
    if (!PARTNERS.includes(id)) expect(contentsOf(guide, REGISTERING)).toMatch(/sip\.example\.com/);
  });

  it('keeps a name with quotes, brackets and line breaks from ending the text around it', () => {
    const evil = `"><!-- --> ;[x]\n$(id) '"`;
    const parts = guide.parts({ ...REGISTERING, name: evil });
    for (const part of parts) {
      if (part.kind !== 'file') continue;
      const plain = guide.parts(REGISTERING).find((each) => each.kind === 'file' && each.name === part.name);
      if (plain?.kind !== 'file') throw new Error(`no file ${part.name}`);
      // Nothing but the line with the name differs.
      const [lines, usual] = [part.text.split('\n'), plain.text.split('\n')];
      expect(lines).toHaveLength(usual.length);
      expect(lines.filter((line, index) => line !== usual[index]).length).toBeLessThanOrEqual(1);
      if (part.name.endsWith('.json') || part.name.startsWith('POST'))
        expect(() => JSON.parse(part.text)).not.toThrow();
    }
  });
});

describe('guides', () => {
  it('differ by their ids, and say which were tried', () => {
    expect(new Set(GUIDES.map(({ id }) => id)).size).toBe(GUIDES.length);
    expect(GUIDES.filter(({ tried }) => tried !== null).map(({ id }) => id)).toEqual(['kamailio', 'baresip']);
  });

  it('register FreeSWITCH with its transport, and read the number called from To', () => {
    const gateway = fileOf('freeswitch', 'sip_profiles', REGISTERING);
    expect(gateway).toContain('<param name="proxy" value="sip.example.com:5061;transport=tls"/>');
    expect(gateway).toContain('<param name="register-transport" value="tls"/>');
    expect(gateway).toContain('<param name="extension" value="auto_to_user"/>');
    expect(fileOf('freeswitch', 'sip_profiles', ADDRESSED)).toContain('<param name="register" value="false"/>');
  });

  it('set codecs and encryption of FreeSWITCH for the leg to the trunk only', () => {
    const dialplan = fileOf('freeswitch', 'default', REGISTERING);
    expect(dialplan).toContain('<action application="export" data="nolocal:absolute_codec_string=G722,PCMA"/>');
    expect(dialplan).toContain('<action application="export" data="nolocal:rtp_secure_media=mandatory"/>');
    expect(fileOf('freeswitch', 'default', ADDRESSED)).not.toContain('rtp_secure_media');
    expect(contentsOf(guideOf('fusionpbx'), REGISTERING)).toContain('export: nolocal:rtp_secure_media=mandatory');
    expect(contentsOf(guideOf('fusionpbx'), ADDRESSED)).not.toContain('rtp_secure_media');
  });

  it('match each network of the switch in Asterisk, or its name if the networks are not known', () => {
    expect(fileOf('asterisk', 'pjsip', ADDRESSED)).toMatch(/^match=192\.0\.2\.16\/28\nmatch=2001:db8::5$/m);
    expect(fileOf('asterisk', 'pjsip', { ...ADDRESSED, sipNetworks: [] })).toMatch(/^match=sip\.example\.com$/m);
    const registering = fileOf('asterisk', 'pjsip', REGISTERING);
    expect(registering).toMatch(/^server_uri=sip:sip\.example\.com:5061\\;transport=tls$/m);
    expect(registering).toMatch(/^allow=g722,alaw$/m);
    expect(registering).not.toContain('type=identify');
  });

  it.each([
    ['freeswitch', '<action application=\\"set\\" data=\\"effective_caller_id_number=+4930901820\\"/>'],
    ['fusionpbx', 'Outbound Caller ID Number: +4930901820'],
    ['asterisk', 'Set(CALLERID(num)=+4930901820)'],
    ['kamailio', 'uac_replace_from(\\"sip:+4930901820@sip.example.com\\")'],
    ['3cx', '+4930901820 as the outbound caller ID of the trunk'],
    ['baresip', '+4930901820 as the default caller ID of the trunk'],
  ])('show a number of the account to those whom an extension of %s calls', (id, setting) => {
    expect(contentsOf(guideOf(id), REGISTERING)).toContain(setting);
    // baresip has a configuration only where it registers.
    if (id !== 'baresip') expect(contentsOf(guideOf(id), ADDRESSED)).toContain(setting);
  });

  it('lead calls to LiveKit to an agent', () => {
    expect(JSON.parse(fileOf('livekit', 'dispatch-rule', REGISTERING))).toEqual({
      dispatch_rule: {
        rule: { dispatchRuleIndividual: { roomPrefix: 'call-' } },
        roomConfig: { agents: [{ agentName: 'my-agent' }] },
      },
    });
    expect(fileOf('livekit', 'Commands', REGISTERING)).toMatch(/^lk sip dispatch create dispatch-rule\.json$/m);
  });

  it('name the caller by a number of the account where a service needs one', () => {
    expect(fileOf('livekit', 'inbound', REGISTERING)).toContain('"+4930901820"');
    expect(fileOf('teams', 'PowerShell', REGISTERING)).toContain("-PhoneNumber '+4930901820'");
  });
});

describe('values', () => {
  it.each([
    [xml(`a"b<c>&'`), 'a&quot;b&lt;c&gt;&amp;&apos;'],
    [xmlComment('a--b---c').includes('--'), false],
    [ini('a;b\\c\nd'), 'a\\;b\\\\c d'],
    [comment('a\r\nb'), 'a b'],
    [quoted('a"b\\c\nd'), '"a\\"b\\\\c d"'],
    [powerShell("it's\n$x"), "'it''s $x'"],
    [parameter('a;b<c> d'), 'abcd'],
    [json({ a: '"\n' }), '{\n  "a": "\\"\\n"\n}'],
  ])('are escaped: %j', (escaped, expected) => {
    expect(escaped).toBe(expected);
  });
});
