import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatOfName } from '../../shared/image-name.js';
import type { FlashPlan } from '../../shared/ipc/flash.js';
import { VisibleText } from '../text/visible-text.js';
import { useDraft } from './draft.js';
import { askFlash } from './mirror.js';

/** A file that main's own dialog picked, or what is kept of a board. */
export function ImageField({ plan }: { plan: FlashPlan | null }) {
  const { t } = useTranslation();
  const { image, file } = useDraft();
  const id = useId();
  const pick = async (): Promise<void> => {
    const picked = await askFlash('pickImage', undefined);
    if (picked === null) return;
    const { token } = picked;
    useDraft.setState({ image: { by: 'file', token, base: null }, file: picked.file });
  };
  return (
    <div className="field">
      <span id={id}>{t('flash.image')}</span>
      <span className="field-row">
        <button type="button" aria-describedby={`${id}-chosen`} onClick={() => void pick()}>
          {image?.by === 'restore' ? t('flash.forget') : t('flash.pick')}
        </button>
        <output className="chosen" id={`${id}-chosen`} aria-labelledby={id}>
          {image === null && <span className="quiet">{t('flash.noImage')}</span>}
          {image?.by === 'file' && <VisibleText line={file ?? ''} />}
          {image?.by === 'restore' && t(`flash.kept.${image.point}`, { board: image.board })}
        </output>
      </span>
      {image?.by === 'file' &&
        (image.base !== null || plan?.image?.format === 'bin' || wantsBase(plan, file)) && (
          <BaseField key={image.token} token={image.token} />
        )}
    </div>
  );
}

/** The file cannot be read as it is, which is so for bytes without an address. One that names its format needs none. */
const wantsBase = (plan: FlashPlan | null, file: string | null): boolean =>
  plan?.image === null &&
  formatOfName(file ?? '') === undefined &&
  plan.problems.some(({ code }) => code === 'IMAGE_MALFORMED');

const ADDRESS = /^(0x)?[0-9a-f]{1,8}$/i;

function BaseField({ token }: { token: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const change = (value: string): void => {
    setText(value);
    const base = ADDRESS.test(value.trim()) ? Number.parseInt(value.trim(), 16) : null;
    useDraft.setState({ image: { by: 'file', token, base } });
  };
  return (
    <>
      <label htmlFor="flash-base">{t('flash.base')}</label>
      <input
        id="flash-base"
        value={text}
        aria-describedby="flash-base-hint"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
      />
      <span id="flash-base-hint" className="quiet">
        {t('flash.baseHint')}
      </span>
    </>
  );
}
