import { Scenario } from './scenario';

export interface RegistrationScenario {
  readonly user: string;
  readonly password: string;
  readonly domain: string;
  /** Values of Contact, such as `<sip:phone@127.0.0.1:5062>;q=0.5`, or `*`. */
  readonly contacts: readonly string[];
  readonly expiresSeconds: number;
}

/** Returns the scenario of a phone that registers once, with digest. */
export function registrationScenario(options: RegistrationScenario): string {
  const scene = new Scenario('registration');
  const refused = scene.label();
  const { user, password } = options;
  scene.send(registerRequest(options, 1), { repeats: true }).receiveResponse(100, { optional: true });
  scene.receiveResponse(403, { optional: true, next: refused }).receiveResponse(503, { optional: true, next: refused });
  scene.receiveResponse(401, { challenge: true });
  const authentication = `[authentication username=${user} password=${password}]`;
  scene.send(registerRequest(options, 2, authentication), { repeats: true }).receiveResponse(100, { optional: true });
  for (const code of [401, 403, 503]) scene.receiveResponse(code, { optional: true, next: refused });
  scene.receiveResponse(200);
  return scene.at(refused).toString();
}

function registerRequest(options: RegistrationScenario, cseq: number, ...headers: string[]): string {
  const { user, domain, contacts, expiresSeconds } = options;
  const identity = `<sip:${user}@${domain}>`;
  return [
    `REGISTER sip:${domain} SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    ...headers,
    `From: ${identity};tag=[pid]r[call_number]`,
    `To: ${identity}`,
    'Call-ID: [call_id]',
    `CSeq: ${cseq} REGISTER`,
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expiresSeconds}`,
    'Max-Forwards: 70',
    'User-Agent: Test Phone 1.0',
    'Content-Length: 0',
    '',
  ].join('\n');
}
