import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Captcha as Challenge } from '@trunkline/client';
import { useEffect, useRef } from 'react';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/feedback/problem';

interface Widget {
  readonly render: (element: HTMLElement, options: WidgetOptions) => unknown;
}

interface WidgetOptions {
  readonly sitekey: string;
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
}

const GLOBALS = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', custom: 'grecaptcha' } as const;
const POLL_MS = 50;
const POLLS = 200;
/** Of the widgets. Reserved before they are drawn, so that the button below stays in its place. */
const HEIGHT = 65;

const UNLOADED = 'The challenge could not be loaded. Check your connection and your content blocker.';

/** Loads the script, and resolves when it has defined its global, which may be later. */
function load({ provider, script_url }: Challenge): Promise<Widget> {
  const find = () => (window as unknown as Record<string, Widget | undefined>)[GLOBALS[provider]];
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: script_url, async: true });
    const look = (left = POLLS): void => {
      const widget = find();
      if (widget?.render) resolve(widget);
      else if (left === 0) reject(new Error(UNLOADED));
      else setTimeout(look, POLL_MS, left - 1);
    };
    script.addEventListener('load', () => look());
    script.addEventListener('error', () => reject(new Error(UNLOADED)));
    document.head.append(script);
  });
}

/** The bot challenge, where one is configured. Passes on its token; undefined while there is none, null where none is needed. */
export default function Captcha({ onToken }: { onToken: (token: string | null | undefined) => void }) {
  const challenge = useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => trunkline.auth.captcha.get({ signal }),
    staleTime: Infinity,
  });
  const widget = useQuery({
    queryKey: ['captcha-widget'],
    queryFn: () => load(challenge.data as Challenge),
    enabled: challenge.data !== undefined && challenge.data !== null,
    staleTime: Infinity,
  });
  const place = useRef<HTMLDivElement>(null);
  const isNeedless = challenge.data === null;
  const siteKey = challenge.data?.site_key;
  useEffect(() => {
    if (isNeedless) onToken(null);
  }, [isNeedless, onToken]);
  useEffect(() => {
    if (!siteKey || !widget.data || !place.current) return;
    widget.data.render(place.current, {
      sitekey: siteKey,
      callback: onToken,
      'expired-callback': () => onToken(undefined),
    });
  }, [siteKey, widget.data, onToken]);
  return (
    <>
      <Problem error={challenge.error} retry={challenge.refetch} />
      <Problem error={widget.error} retry={widget.refetch} />
      {siteKey && <Box ref={place} mih={HEIGHT} />}
    </>
  );
}
