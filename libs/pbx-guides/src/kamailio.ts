import { comment, parameter, quoted } from './escapes';
import { addressOf, file, type Guide, type GuideCodec, networksOf, passwordOf, text, type TrunkValues } from './values';

/** Credentials and header of a registering proxy. The uac module keeps its registrations in a table of text. */
const REGISTERING = (values: TrunkValues): readonly string[] => {
  const { username, domain, transport } = values;
  const row = [
    '1',
    'trunkline',
    username ?? '',
    domain,
    username ?? '',
    domain,
    domain,
    username ?? '',
    passwordOf(values),
    '',
    `sip:${addressOf(values)};transport=${transport}`,
    '600',
    '0',
    '0',
    '',
    '',
  ];
  const columns =
    'id(int) l_uuid(string) l_username(string) l_domain(string) r_username(string) r_domain(string) realm(string) ' +
    'auth_username(string) auth_password(string) auth_ha1(string,null) auth_proxy(string) expires(int) flags(int) ' +
    'reg_delay(int) contact_addr(string,null) socket(string,null)';
  return [columns, row.map((cell) => cell.replace(/[\\:]/g, '\\$&')).join(':')];
};

const VERSIONS = ['table_name(string) table_version(int)', 'uacreg:5'];

const REGISTRATION = [
  'loadmodule "db_text.so"',
  'modparam("uac", "reg_db_url", "text:///etc/kamailio/trunkline")',
  '# The address of this proxy, at which calls reach it.',
  'modparam("uac", "reg_contact_addr", "203.0.113.7:5060")',
  'modparam("uac", "auth_realm_avp", "$avp(arealm)")',
  'modparam("uac", "auth_username_avp", "$avp(auser)")',
  'modparam("uac", "auth_password_avp", "$avp(apass)")',
  '',
];

function digestOf(values: TrunkValues, username: string): readonly string[] {
  return [
    '',
    '# Answers the digest of Trunkline.',
    'failure_route[TRUNKLINE_DIGEST] {',
    '  if (t_is_canceled() || !t_check_status("401|407")) exit;',
    `  $avp(arealm) = ${quoted(values.domain)};`,
    `  $avp(auser) = ${quoted(username)};`,
    `  $avp(apass) = ${quoted(passwordOf(values))};`,
    '  if (uac_auth()) t_relay();',
    '  exit;',
    '}',
  ];
}

/** Without a registration, requests are known by their address, if the operator has named the networks. */
function sourcesOf({ sipNetworks }: TrunkValues): readonly string[] {
  return [
    '',
    '# Whether a request comes from Trunkline.',
    'route[FROM_TRUNKLINE] {',
    ...sipNetworks.map((network) => `  if (is_in_subnet("$si", ${quoted(network)})) return 1;`),
    '  return -1;',
    '}',
  ];
}

function routesOf(values: TrunkValues): readonly (string | false)[] {
  const { name, domain, username, transport, sipNetworks, number } = values;
  const knowsSources = username === null && sipNetworks.length > 0;
  return [
    `# ${comment(name)}`,
    'loadmodule "uac.so"',
    ...(username === null ? [''] : REGISTRATION),
    ...(knowsSources ? ['loadmodule "ipops.so"', ''] : []),
    '# Calls to telephone numbers: $rU is in E.164 with +.',
    'route[TO_TRUNKLINE] {',
    `  $ru = "sip:" + $rU + "@" + ${quoted(domain)};`,
    `  $du = ${quoted(`sip:${addressOf(values)};transport=${transport}`)};`,
    '  # Extensions show one of your numbers.',
    `  if (!($fU =~ "^\\+[1-9]")) uac_replace_from(${quoted(`sip:${number}@${domain}`)});`,
    '  record_route();',
    username !== null && '  t_on_failure("TRUNKLINE_DIGEST");',
    '  t_relay();',
    '  exit;',
    '}',
    ...(username === null ? [] : digestOf(values, username)),
    ...(knowsSources ? sourcesOf(values) : []),
  ];
}

export const kamailio: Guide = {
  id: 'kamailio',
  name: 'Kamailio',
  group: 'pbx',
  tried: 'Kamailio 5.6.3',
  parts: (values) => [
    file('/etc/kamailio/trunkline.cfg', routesOf(values)),
    ...(values.username === null
      ? []
      : [
          file('/etc/kamailio/trunkline/uacreg', REGISTERING(values)),
          file('/etc/kamailio/trunkline/version', VERSIONS),
        ]),
    text(
      values.username === null
        ? `Include the file in kamailio.cfg below its modules, and call route(TO_TRUNKLINE) for calls to telephone numbers. The routes need the modules tm and rr. Calls from Trunkline arrive from ${networksOf(values)}, with your number in the request URI.`
        : 'Include the file in kamailio.cfg below its modules, and call route(TO_TRUNKLINE) for calls to telephone numbers. The routes need the modules tm and rr. Calls from Trunkline arrive at the contact sip:trunkline at your address; X-Svc-Number names your number.',
    ),
  ],
};

const BARESIP: Readonly<Record<GuideCodec, string>> = {
  opus: 'opus',
  g722: 'g722',
  g711a: 'pcma',
  g711u: 'pcmu',
  g729: 'g729',
};
const BARESIP_DTMF = { rfc4733: 'rtpevent', sip_info: 'info', inband: 'auto' } as const;
const BARESIP_MEDIA = { off: null, optional: 'srtp', required: 'srtp-mand' } as const;

/** One line of the file accounts. */
function accountOf(values: TrunkValues): string {
  const { domain, username, transport, codecs, dtmf, encryption } = values;
  const encrypted = BARESIP_MEDIA[encryption];
  const parameters = [
    `auth_pass=${parameter(passwordOf(values))}`,
    `outbound="sip:${addressOf(values)};transport=${transport}"`,
    'regint=600',
    `audio_codecs=${codecs.map((codec) => BARESIP[codec]).join(',')}`,
    `dtmfmode=${BARESIP_DTMF[dtmf]}`,
    ...(encrypted === null ? [] : [`mediaenc=${encrypted}`]),
  ];
  return `<sip:${parameter(username ?? 'USER')}@${domain}>;${parameters.join(';')}`;
}

export const baresip: Guide = {
  id: 'baresip',
  name: 'baresip',
  group: 'pbx',
  tried: 'baresip 1.0.0',
  parts: (values) =>
    values.username === null
      ? [text('baresip is a telephone: create a trunk that registers for it.')]
      : [
          file('~/.baresip/accounts', [accountOf(values)]),
          text(
            `Other telephones need the same: the user ${values.username}, its password, and ${values.domain} as domain and realm. They show the user as the caller: choose ${values.number} as the default caller ID of the trunk.`,
          ),
        ],
};
