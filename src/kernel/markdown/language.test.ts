import assert from 'node:assert/strict'
import { test } from 'vitest'
import { languageOf } from './language.ts'
import { renderMarkdown } from './markdown.ts'

const german =
  'Heute habe ich gelernt, wie man einen Deadlock vermeidet: Beide Transaktionen sperren zuerst dieselbe Zeile.'
const texts = {
  de: german,
  en: 'Today I learned how to avoid a deadlock: both transactions have to lock the same row before any other one.',
  es: 'Hoy he aprendido a evitar un interbloqueo. Las dos transacciones se esperan mutuamente y ninguna avanza.',
  fr: 'Aujourd’hui j’ai appris à éviter les interblocages. Les deux transactions s’attendent et aucune n’avance.',
  nl: 'Vandaag heb ik geleerd hoe je een deadlock voorkomt. De twee transacties wachten op elkaar, zonder einde.',
  ar: 'المترجم الجديد جاهز الآن ويمكنكم استخدامه في مشاريعكم. سننشره هذا الأسبوع إن شاء الله تعالى قبل يوم الجمعة.',
  fa: 'کامپایلر جدید آماده است و می‌توانید از آن استفاده کنید. ما در این هفته آن را برای همه منتشر خواهیم کرد.',
  ru: 'Новый компилятор готов, и вы можете пользоваться им уже сегодня. Мы опубликуем его для всех на этой неделе.',
  uk: 'Новий компілятор готовий, і ви можете користуватися ним уже сьогодні. Ми опублікуємо його цього тижня.',
}

test.each(Object.entries(texts))('detects %s', (language, text) => {
  assert.equal(languageOf(text), language)
})

test('detects the language of a long text', () => {
  assert.equal(languageOf(`${texts.en} ${'A long text about many other things. '.repeat(100)}`), 'en')
})

test('detects languages with their own script even in a few words', () => {
  assert.equal(languageOf('새로운 컴파일러'), 'ko')
  assert.equal(languageOf('新しいコンパイラ'), 'ja')
  assert.equal(languageOf('Ο νέος μεταγλωττιστής'), 'el')
})

test('returns null for text that is too short or not prose', () => {
  for (const text of ['', '🎉🎉🎉', '12345 67890', 'lgtm', 'Deadlocks again today', 'npm install && npm run build'])
    assert.equal(languageOf(text), null, text)
})

test('ignores code in a document', () => {
  const code = `\`\`\`js\n${'const theAnswerToEverything = await findTheAnswer(everything)\n'.repeat(20)}\`\`\``
  const options = { siteUrl: 'https://site.example', image: () => null }
  assert.equal(renderMarkdown(`${code}\n\n${german}`, options).language, 'de')
})
