/** Pictures that editors would upload to the content system, by name. */
const scenes: Readonly<Record<string, string>> = {
  cinema: `<rect width="320" height="200" fill="#2b2350"/><path d="M0 30 250 78v44L0 190z" fill="#4b3f86" opacity=".7"/><path d="M0 70 250 92v16L0 140z" fill="#7b6cc4" opacity=".6"/><g transform="rotate(-8 200 110)"><path d="M130 72h150a8 8 0 0 1 8 8v14a14 14 0 0 0 0 28v14a8 8 0 0 1-8 8H130a8 8 0 0 1-8-8v-14a14 14 0 0 0 0-28V80a8 8 0 0 1 8-8Z" fill="#ffb84d"/><path d="M246 76v64" stroke="#2b2350" stroke-width="3" stroke-dasharray="7 7"/><path d="m186 86 6.500 14 15.500 2-11.500 10.500 3 15.500-13.500-7.500-13.500 7.500 3-15.500-11.500-10.500 15.500-2z" fill="#fff"/></g><circle cx="60" cy="36" r="4" fill="#fff"/><circle cx="292" cy="30" r="3" fill="#ffb84d"/><circle cx="96" cy="168" r="3" fill="#fff"/>`,
  books: `<rect width="320" height="200" fill="#f2e6d8"/><circle cx="160" cy="118" r="86" fill="#e6d1ba"/><rect x="90" y="146" width="140" height="24" rx="5" fill="#2f5d62"/><rect x="100" y="118" width="124" height="26" rx="5" fill="#d9643a"/><rect x="94" y="92" width="132" height="24" rx="5" fill="#f0b541"/><path d="M112 146v24M122 118v26M206 92v24" stroke="#fff" stroke-width="5" opacity=".7"/><path d="M118 92V78a42 42 0 0 1 84 0v14" fill="none" stroke="#2b2b33" stroke-width="8"/><rect x="107" y="76" width="20" height="34" rx="9" fill="#2b2b33"/><rect x="193" y="76" width="20" height="34" rx="9" fill="#2b2b33"/>`,
  coffee: `<rect width="320" height="200" fill="#5b3a29"/><circle cx="160" cy="128" r="92" fill="#6f4a36"/><path d="M108 92h104l-9 72a14 14 0 0 1-14 12h-58a14 14 0 0 1-14-12z" fill="#fff6ea"/><path d="M112 118h96l-4 32h-88z" fill="#c98b5b"/><path d="M102 80h116a6 6 0 0 1 6 6v8H96v-8a6 6 0 0 1 6-6Z" fill="#f0d9c2"/><path d="M140 66c-8-10 8-16 0-28M162 66c-8-10 8-16 0-28M184 66c-8-10 8-16 0-28" fill="none" stroke="#f0d9c2" stroke-width="5" stroke-linecap="round"/>`,
}

/** Returns a picture of the content system as SVG. Unknown names get a plain one whose colour depends on the name. */
export function contentPicture(name: string): string {
  const hue = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 360, 7)
  const scene = Object.hasOwn(scenes, name) ? scenes[name] : null
  const plain = `<rect width="320" height="200" fill="hsl(${hue} 40% 85%)"/><path d="m160 50 15 33 35 4-26 24 7 36-31-18-31 18 7-36-26-24 35-4z" fill="hsl(${hue} 45% 45%)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">${scene ?? plain}</svg>`
}
