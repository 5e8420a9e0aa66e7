const SCRIPT = 'https://js.stripe.com/v3/';
const SANDBOX_KEY = 'pk_sandbox';

/** The part of Stripe.js that the dashboard uses. */
interface Outcome {
  readonly error?: { readonly message?: string };
  readonly setupIntent?: { readonly payment_method: string | { readonly id: string } | null };
}
interface StripeElement {
  mount(target: HTMLElement): void;
  unmount(): void;
}
interface Elements {
  create(kind: 'payment'): StripeElement;
}
interface Stripe {
  elements(options: { clientSecret: string; appearance: { theme: 'stripe' | 'night' } }): Elements;
  confirmSetup(options: { elements: Elements; redirect: 'if_required' }): Promise<Outcome>;
  handleNextAction(options: { clientSecret: string }): Promise<Outcome>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

export interface CardElement {
  /** Resolves to the processor's id of the card. Throws what the processor says. */
  confirm: () => Promise<string>;
  unmount: () => void;
}

export const isSandbox = (publishableKey: string): boolean => publishableKey === SANDBOX_KEY;

let loading: Promise<void> | undefined;

function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      reject(new Error('The card form could not be loaded. Check your connection and try again.'));
    };
    document.head.append(script);
  });
  return loading;
}

async function stripe(publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await loadScript();
  if (!window.Stripe) throw new Error('The card form could not be loaded.');
  return window.Stripe(publishableKey);
}

const schemeOf = (): 'stripe' | 'night' =>
  document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'night' : 'stripe';

/** Shows the processor's card form, which sends the card's number to the processor alone. */
export async function mountCardElement(
  target: HTMLElement,
  publishableKey: string,
  clientSecret: string,
): Promise<CardElement> {
  const processor = await stripe(publishableKey);
  const elements = processor.elements({ clientSecret, appearance: { theme: schemeOf() } });
  const element = elements.create('payment');
  element.mount(target);
  return {
    unmount: () => element.unmount(),
    confirm: async () => {
      const { error, setupIntent } = await processor.confirmSetup({ elements, redirect: 'if_required' });
      const method = setupIntent?.payment_method;
      if (error || !method) throw new Error(error?.message ?? 'The card could not be saved.');
      return typeof method === 'string' ? method : method.id;
    },
  };
}

/** Lets the cardholder confirm a payment at the bank. The sandbox settles such payments without it. */
export async function authenticatePayment(publishableKey: string, clientSecret: string): Promise<void> {
  if (isSandbox(publishableKey)) return;
  const processor = await stripe(publishableKey);
  const { error } = await processor.handleNextAction({ clientSecret });
  if (error) throw new Error(error.message ?? 'The payment was not confirmed.');
}
