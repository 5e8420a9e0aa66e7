import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Loaded } from '../../ui/feedback/loaded';
import { Problem } from '../../ui/feedback/problem';
import { type CardElement, isSandbox, mountCardElement } from './card-element';
import { SandboxCard } from './sandbox-card';

/** Saves a card. Its number goes from the processor's own element to the processor, never to the API. */
export function AddCard({ onDone }: { onDone: () => void }) {
  const setup = useQuery({
    queryKey: ['card-setup'],
    queryFn: () => trunkline.billing.paymentMethods.startSetup(),
    staleTime: 0,
    gcTime: 0,
  });
  const save = async (id: string): Promise<void> => {
    await trunkline.billing.paymentMethods.create({ processor_payment_method_id: id, set_default: true });
    await refresh('billing');
    onDone();
  };
  return (
    <Loaded query={setup} height={160}>
      {({ publishable_key, client_secret }) =>
        isSandbox(publishable_key) ? (
          <SandboxCard save={save} />
        ) : (
          <ProcessorCard publishableKey={publishable_key} clientSecret={client_secret} save={save} />
        )
      }
    </Loaded>
  );
}

interface ProcessorCardProps {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly save: (id: string) => Promise<void>;
}

function ProcessorCard({ publishableKey, clientSecret, save }: ProcessorCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<CardElement | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    let mounted: CardElement | undefined;
    let isGone = false;
    mountCardElement(target, publishableKey, clientSecret).then(
      (created) => {
        mounted = created;
        if (isGone) created.unmount();
        else setElement(created);
      },
      (reason: unknown) => setError(reason as Error),
    );
    return () => {
      isGone = true;
      mounted?.unmount();
    };
  }, [publishableKey, clientSecret]);
  const confirm = useMutation({
    mutationFn: async () => {
      const id = await element?.confirm();
      if (id !== undefined) await save(id);
    },
  });
  return (
    <Stack>
      <div ref={place} />
      <Problem error={error ?? confirm.error} />
      <Button disabled={!element} loading={confirm.isPending} onClick={() => confirm.mutate()}>
        Save the card
      </Button>
    </Stack>
  );
}
