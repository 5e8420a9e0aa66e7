import { bodyOf, JSON_TYPE, type Operation, type Parameter, STREAM_TYPE, successOf } from './document';
import { type Html, html } from './html';
import type { Samples } from './samples';

/** Returns why an operation cannot be sent from its page, or undefined if it can. */
function obstacleOf(operation: Operation): string | undefined {
  const success = successOf(operation);
  const types = Object.keys(operation.bodies);
  const obstacles: readonly (readonly [applies: boolean, reason: string])[] = [
    [!success, 'It redirects the browser.'],
    [!takesSession(operation), 'It does not accept a session.'],
    [STREAM_TYPE in (success?.content ?? {}), 'It is a stream without an end.'],
    [types.length > 0 && !types.includes(JSON_TYPE), 'It takes a file or a form.'],
  ];
  return obstacles.find(([applies]) => applies)?.[1];
}

/** Returns whether the session of a signed-in user can send it: also what everyone can read. */
const takesSession = ({ credentials, method }: Operation): boolean =>
  credentials.includes('session') || (credentials.length === 0 && method === 'GET');

/** Renders the form that sends an operation with the session of the browser. The script of the pages shows it. */
export function trialOf(operation: Operation, { samples }: { readonly samples: Samples }): Html {
  const obstacle = obstacleOf(operation);
  if (obstacle !== undefined) return html`<p class="meta">This page cannot send the operation. ${obstacle}</p>`;
  const { method, path, parameters } = operation;
  const inputs = parameters.filter((each) => each.in === 'path' || each.in === 'query');
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const takesAccount = parameters.some(({ name }) => name === 'X-Account-Id');
  const body = bodyOf(operation) && JSON.stringify(samples.bodyOf(operation), null, 2);
  return html`<form
    class="trial"
    hidden
    data-method="${method}"
    data-path="${path}"
    ${isKeyed ? html`data-keyed` : ''}
    ${takesAccount ? html`data-account` : ''}
    aria-labelledby="try"
  >
    <h2 id="try">Try it</h2>
    <p class="account" role="status"></p>
    ${inputs.map((each) => inputOf(each, samples.textOf(each)))}
    ${body === undefined
      ? ''
      : html`<label>Body<textarea name="body" rows="8" spellcheck="false">${body}</textarea></label>`}
    <button type="submit">Send</button>
    <div class="outcome" role="status"></div>
  </form>`;
}

function inputOf({ name, required, ...rest }: Parameter, example: string): Html {
  return html`<label>
    ${name}
    <input
      name="${name}"
      data-in="${rest.in}"
      placeholder="${example}"
      autocomplete="off"
      spellcheck="false"
      ${required ? html`required` : ''}
    />
  </label>`;
}
