interface Account {
  readonly id: string;
  readonly name: string;
  readonly user: { readonly email: string } | null;
  readonly memberships: readonly { readonly account_id: string; readonly name: string }[];
}

const SIGNED_OUT = [401, 403];
const BYTES_SHOWN = 100_000;

/**
 * The form of an operation, which sends it with the session of the browser. The session is read when the form is used first.
 * Outside of the sandbox, a change is sent only after a confirmation, because it can cost money.
 */
export class TryIt {
  private account: Account | undefined;
  private isAsked = false;
  private readonly outcome: HTMLElement;
  private readonly status: HTMLElement;

  constructor(private readonly form: HTMLFormElement) {
    this.outcome = partOf(form, '.outcome');
    this.status = partOf(form, '.account');
    form.hidden = false;
    form.addEventListener('focusin', () => void this.readAccount());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.submit();
    });
  }

  private get method(): string {
    return this.form.dataset['method'] ?? 'GET';
  }

  /** Says for which account the form sends, or leads to sign-in. */
  private async readAccount(): Promise<void> {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      const response = await fetch('/v1/accounts/me');
      if (SIGNED_OUT.includes(response.status)) this.askToSignIn();
      else if (response.ok) {
        const { data } = (await response.json()) as { data: Account };
        this.account = data;
        this.showAccount(data);
      } else throw new Error(`The API answered ${String(response.status)}.`);
    } catch {
      this.isAsked = false;
      this.status.textContent = 'The session could not be read.';
    }
  }

  private askToSignIn(): void {
    const link = document.createElement('a');
    link.href = `${document.body.dataset['dashboard'] ?? '/dashboard'}/sign-in`;
    link.textContent = 'Sign in to the dashboard';
    this.status.replaceChildren(link, ' to send this operation, then come back to this page.');
    // The user may sign in in another tab.
    this.isAsked = false;
  }

  private showAccount({ id, name, user, memberships }: Account): void {
    const who = user ? `, signed in as ${user.email}` : '';
    const where = 'sandbox' in document.body.dataset ? 'the sandbox' : 'production';
    if (memberships.length < 2 || !('account' in this.form.dataset)) {
      this.status.textContent = `For ${name} in ${where}${who}.`;
      return;
    }
    const choice = document.createElement('select');
    choice.name = 'account';
    choice.append(...memberships.map((each) => new Option(each.name, each.account_id, false, each.account_id === id)));
    const label = document.createElement('label');
    label.append('Account', choice);
    this.status.replaceChildren(label, `In ${where}${who}.`);
  }

  private get chosenAccount(): { id: string; name: string } | undefined {
    const choice = this.form.querySelector('select');
    if (choice) return { id: choice.value, name: choice.selectedOptions[0]?.text ?? choice.value };
    return this.account && { id: this.account.id, name: this.account.name };
  }

  private async submit(): Promise<void> {
    await this.readAccount();
    const isChange = this.method !== 'GET';
    if (isChange && !('sandbox' in document.body.dataset) && !(await this.confirm())) return;
    const button = partOf(this.form, 'button[type=submit]');
    button.setAttribute('aria-disabled', 'true');
    this.outcome.textContent = 'Sending';
    try {
      await this.send();
    } catch {
      this.outcome.textContent = 'The request could not be sent. Check the connection and send it again.';
    } finally {
      button.removeAttribute('aria-disabled');
    }
  }

  private async send(): Promise<void> {
    const { dataset } = this.form;
    const body = this.form.querySelector('textarea')?.value;
    const account = this.form.querySelector('select')?.value;
    const started = performance.now();
    const response = await fetch(this.address(), {
      method: this.method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...('keyed' in dataset && { 'Idempotency-Key': crypto.randomUUID() }),
        ...(account !== undefined && { 'X-Account-Id': account }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await textOf(response);
    this.show(response, text, Math.round(performance.now() - started));
  }

  private address(): string {
    const query = new URLSearchParams();
    let path = this.form.dataset['path'] ?? '';
    for (const { name, value, dataset } of this.form.querySelectorAll('input')) {
      if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
      else if (value !== '') query.set(name, value);
    }
    return query.size > 0 ? `${path}?${query}` : path;
  }

  private show(response: Response, text: string, ms: number): void {
    const head = document.createElement('p');
    const id = response.headers.get('X-Request-Id');
    const status = document.createElement('b');
    status.textContent = String(response.status);
    if (!response.ok) status.dataset['failed'] = '';
    head.append(status, ` in ${String(ms)} ms${id === null ? '' : ` · request ${id}`}`);
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.setAttribute('role', 'region');
    pre.setAttribute('aria-label', 'Response');
    pre.textContent = text.length > BYTES_SHOWN ? `${text.slice(0, BYTES_SHOWN)}\n…` : text;
    this.outcome.replaceChildren(head, ...(text === '' ? [] : [pre]));
  }

  /** Resolves to whether the user confirms a change of a live account. */
  private async confirm(): Promise<boolean> {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'confirm');
    const title = document.createElement('h2');
    title.id = 'confirm';
    title.textContent = 'Send this to the live account?';
    const text = document.createElement('p');
    const account = this.chosenAccount?.name;
    text.textContent = `${this.method} ${this.address()} changes ${account ?? 'the account'} at once. It can cost money.`;
    const buttons = document.createElement('form');
    buttons.method = 'dialog';
    for (const [value, label] of [
      ['', 'Cancel'],
      ['send', 'Send'],
    ] as const) {
      const button = document.createElement('button');
      button.value = value;
      button.textContent = label;
      buttons.append(button);
    }
    dialog.append(title, text, buttons);
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(dialog.returnValue === 'send');
      });
    });
  }
}

/** Returns JSON with line breaks, other text as it is, and the size of a file. */
async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2);
  if (type.startsWith('text/')) return response.text();
  const { size } = await response.blob();
  return size === 0 ? '' : `A file of ${String(size)} bytes: ${type}`;
}

function partOf(form: HTMLFormElement, selector: string): HTMLElement {
  const part = form.querySelector<HTMLElement>(selector);
  if (!part) throw new Error(`The form has no ${selector}.`);
  return part;
}
