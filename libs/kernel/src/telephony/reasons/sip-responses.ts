import type { Reason } from './reason';

/** The meaning of a final SIP response. */
export interface SipResponse extends Reason {
  /** The reason phrase of the registered response, for responses that came without one. */
  readonly phrase: string;
}

const TRY_AGAIN = 'Call again; if it fails again, look for the error in the log of the system that responded.';

/** Final SIP responses (RFC 3261, section 21, and the registry of IANA). See docs/failed-calls.md#sip-responses. */
const responses: Readonly<Record<number, SipResponse>> = {
  200: {
    phrase: 'OK',
    explanation: 'The call was answered.',
    remedy: 'Nothing needs to be done.',
  },
  301: {
    phrase: 'Moved Permanently',
    explanation: 'The system that was called redirects the call, which is not followed.',
    remedy: 'Route the number to the new address, or add the address as a gateway.',
  },
  302: {
    phrase: 'Moved Temporarily',
    explanation: 'The system that was called redirects the call, which is not followed.',
    remedy: 'Turn off call forwarding by redirection, and use a forward target of the routing profile instead.',
  },
  400: {
    phrase: 'Bad Request',
    explanation: 'The system that was called could not read the request.',
    remedy: 'Check the number format and the custom headers of the gateway.',
  },
  401: {
    phrase: 'Unauthorized',
    explanation: 'The system that was called asked for credentials, and those of the gateway are missing or wrong.',
    remedy: 'Set the user name and password of the gateway, or accept calls from the addresses of the service.',
  },
  402: {
    phrase: 'Payment Required',
    explanation: 'The balance does not cover the call.',
    remedy: 'Top up, or turn on auto-recharge.',
  },
  403: {
    phrase: 'Forbidden',
    explanation: 'The system that responded does not allow the call.',
    remedy: 'Check its access rules, the caller ID and the allowed destinations.',
  },
  404: {
    phrase: 'Not Found',
    explanation: 'The system that responded does not know the number.',
    remedy: 'Check the number, and that the system has a route for it in the form that the trunk sends.',
  },
  405: {
    phrase: 'Method Not Allowed',
    explanation: 'The system that was called does not accept calls at this address.',
    remedy: 'Check the host and port of the gateway.',
  },
  406: {
    phrase: 'Not Acceptable',
    explanation: 'The system that was called cannot produce a response that the caller accepts.',
    remedy: 'Check the codecs and custom headers of the trunk.',
  },
  407: {
    phrase: 'Proxy Authentication Required',
    explanation: 'A proxy asked for credentials, and those of the gateway are missing or wrong.',
    remedy: 'Set the user name and password of the gateway.',
  },
  408: {
    phrase: 'Request Timeout',
    explanation: 'The system that was called did not respond in time.',
    remedy: 'Check that the gateway is reachable through its firewall, and test it on the page of its trunk.',
  },
  410: {
    phrase: 'Gone',
    explanation: 'The number called is no longer in use.',
    remedy: 'Ask the called party for its new number.',
  },
  415: {
    phrase: 'Unsupported Media Type',
    explanation: 'The system that was called does not support the description of the media.',
    remedy: 'Check the codecs and the media encryption of the trunk.',
  },
  420: {
    phrase: 'Bad Extension',
    explanation: 'The system that was called does not support a SIP extension that the caller requires.',
    remedy: 'Turn off the extension in the telephone system that places the call.',
  },
  423: {
    phrase: 'Interval Too Brief',
    explanation: 'The registration of a system was too short.',
    remedy: 'Register for a longer time.',
  },
  480: {
    phrase: 'Temporarily Unavailable',
    explanation: 'The called party cannot be reached at present.',
    remedy: 'Check that the telephone is registered and not set to do not disturb.',
  },
  481: {
    phrase: 'Call/Transaction Does Not Exist',
    explanation: 'The system that responded has no such call any more.',
    remedy: TRY_AGAIN,
  },
  482: {
    phrase: 'Loop Detected',
    explanation: 'The call came back to a system that it had passed.',
    remedy: 'Look for a forward that leads back to the number called.',
  },
  483: {
    phrase: 'Too Many Hops',
    explanation: 'The call passed too many systems, which is mostly a loop.',
    remedy: 'Look for a forward that leads back to the number called.',
  },
  484: {
    phrase: 'Address Incomplete',
    explanation: 'The number called is incomplete or in an unexpected form.',
    remedy: 'Dial the whole number in E.164, and check the number format of the trunk.',
  },
  485: {
    phrase: 'Ambiguous',
    explanation: 'The number called leads to several destinations.',
    remedy: 'Check the routes of the system that was called.',
  },
  486: {
    phrase: 'Busy Here',
    explanation: 'The called party is in another call.',
    remedy: 'Call again later, or add another target to the routing profile.',
  },
  487: {
    phrase: 'Request Terminated',
    explanation: 'The attempt was cancelled before it was answered.',
    remedy: 'If callers give up, shorten the ring timeout, so that the next target rings earlier.',
  },
  488: {
    phrase: 'Not Acceptable Here',
    explanation: 'The two ends have no codec or media encryption in common.',
    remedy: 'Check the codecs and the media encryption of the trunk and of the telephone system.',
  },
  491: {
    phrase: 'Request Pending',
    explanation: 'Both ends changed the call at the same time.',
    remedy: TRY_AGAIN,
  },
  500: {
    phrase: 'Server Internal Error',
    explanation: 'The system that was called has failed.',
    remedy: TRY_AGAIN,
  },
  501: {
    phrase: 'Not Implemented',
    explanation: 'The system that was called does not support calls.',
    remedy: 'Check the host and port of the gateway.',
  },
  502: {
    phrase: 'Bad Gateway',
    explanation: 'A gateway received an invalid response from the network behind it.',
    remedy: TRY_AGAIN,
  },
  503: {
    phrase: 'Service Unavailable',
    explanation: 'The system that was called is overloaded, under maintenance or at its limit of calls.',
    remedy: 'Call again later, and raise the limit or add a gateway if this happens often.',
  },
  504: {
    phrase: 'Server Time-out',
    explanation: 'A server further along the path of the call did not respond in time.',
    remedy: TRY_AGAIN,
  },
  513: {
    phrase: 'Message Too Large',
    explanation: 'The request was larger than the system that was called accepts.',
    remedy: 'Use TCP or TLS for the gateway, or offer fewer codecs.',
  },
  580: {
    phrase: 'Precondition Failure',
    explanation: 'The media could not be prepared as the ends require.',
    remedy: 'Turn off preconditions in the telephone system.',
  },
  600: {
    phrase: 'Busy Everywhere',
    explanation: 'The called party is busy on all of its telephones.',
    remedy: 'Call again later.',
  },
  603: {
    phrase: 'Decline',
    explanation: 'The called party, or a filter in its network, declined the call.',
    remedy: 'If calls are declined often, check the reputation of the caller ID.',
  },
  604: {
    phrase: 'Does Not Exist Anywhere',
    explanation: 'The number called does not exist.',
    remedy: 'Check the number, and that it was dialled with its country code.',
  },
  606: {
    phrase: 'Not Acceptable',
    explanation: 'The called party cannot take part in the call as it was offered.',
    remedy: 'Check the codecs and the media encryption of the trunk.',
  },
  607: {
    phrase: 'Unwanted',
    explanation: 'The called party has marked calls of this caller as unwanted (RFC 8197).',
    remedy: 'Do not call this number again.',
  },
  608: {
    phrase: 'Rejected',
    explanation: 'A filter in the network of the called party rejected the call (RFC 8688).',
    remedy: 'Contact the operator of the filter, and check the reputation of the caller ID.',
  },
};

/** Meanings of the responses that the table does not have, by their first digit (RFC 3261, section 8.1.3.2). */
const CLASSES: Readonly<Record<string, Reason>> = {
  '2': { explanation: 'The call was answered.', remedy: 'Nothing needs to be done.' },
  '3': {
    explanation: 'The system that was called redirects the call, which is not followed.',
    remedy: 'Route the number to the new address, or add the address as a gateway.',
  },
  '4': {
    explanation: 'The system that responded could not accept this request.',
    remedy: 'Look up the response in the documentation of the system that was called.',
  },
  '5': { explanation: 'The system that was called has failed.', remedy: TRY_AGAIN },
  '6': {
    explanation: 'The called party cannot take the call on any of its telephones.',
    remedy: 'Call again later.',
  },
};

/** The meaning of an attempt without a final response. */
export const NO_SIP_RESPONSE: Reason = {
  explanation: 'The system that was called did not respond.',
  remedy: 'Check that the gateway is reachable through its firewall, and test it on the page of its trunk.',
};

/** SIP responses below are provisional. */
const FINAL_CODE_MIN = 200;

/** Returns why an attempt failed; null for one that was answered, was skipped or goes on. */
export function attemptReason({
  result,
  sipCode,
}: {
  readonly result: string | null;
  readonly sipCode: number | null;
}) {
  if (result === null || result === 'answered' || result === 'skipped') return null;
  return sipCode === null || sipCode < FINAL_CODE_MIN ? NO_SIP_RESPONSE : sipResponse(sipCode);
}

export const SIP_RESPONSES = Object.keys(responses).map(Number);

/** Returns what a final response means, from 200 to 699. `phrase` is empty for a response that the table does not have. */
export function sipResponse(code: number): SipResponse {
  const ofClass = CLASSES[String(code).charAt(0)];
  if (ofClass === undefined) throw new RangeError(`${code} is no final SIP response.`);
  return responses[code] ?? { ...ofClass, phrase: '' };
}
