import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

type Headers = readonly (readonly [name: string, value: string])[];

const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
const OWN = ["'self'"];
const LOADS = { scriptSrc: OWN, styleSrc: OWN, fontSrc: OWN, imgSrc: OWN, connectSrc: OWN };

export const JSON_HEADERS = headersOf(NOTHING);
/** The documentation loads from its own origin only. */
export const PAGE_HEADERS = headersOf({ ...NOTHING, ...LOADS, baseUri: ["'none'"], formAction: ["'none'"] });

/** Helmet's headers do not depend on the request, so they are computed once. */
function headersOf(directives: Readonly<Record<string, string[]>>): Headers {
  const headers: [string, string][] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  helmet({ contentSecurityPolicy: { useDefaults: false, directives } })(request, response, () => undefined);
  return headers;
}
