# כל מה שהבדיקות אומרות, בעברית. המפתחות זהים לאלה של en.ftl, ובדיקה משווה ביניהם.

report-passed = התרגיל "{ $exercise }" פתור: { $done } מתוך { $all } הבדיקות עברו.
report-failed = התרגיל "{ $exercise }" עדיין לא פתור: { $done } מתוך { $all } הבדיקות עברו.
report-not-attempted = עוד לא התחלתם את התרגיל "{ $exercise }": החליפו כל TODO בתא ⁦%%kernel { $exercise }⁩ בקוד שלכם, הריצו את התא, ואז הריצו שוב את הבדיקה.
report-did-not-run = לא היה אפשר לבדוק את התרגיל "{ $exercise }": { $done } מתוך { $all } הבדיקות עברו, והשאר לא רצו.

criterion-compiles = מתקמפל
criterion-finishes = כל לולאה מסתיימת
criterion-bounds = לא חורג מגבולות המערכים
criterion-barriers = כל thread מגיע למחסומים, והתוצאה אינה תלויה בסדר שבו רצים ה־warps
criterion-races = אין שתי גישות שמתחרות זו בזו (לפי בדיקת race, ולא לפי מזל)
criterion-whole = נכון כאשר N הוא כפולה של TILE_WIDTH
criterion-ragged = נכון גם לכל N אחר, כולל 1
criterion-widths = נכון גם עבור TILE_WIDTH של 8 ושל 32
criterion-inputs = לא משנה את A ואת B
criterion-shared = באמת משתמש ב־shared memory

reason-symbol = התא צריך להגדיר את { $symbol }, בדיוק בשם הזה.
reason-at-size = ⁦N = { $n }, TILE_WIDTH = { $tile }⁩: { $reason }
reason-guard = ⁦N = { $n }⁩: ה־kernel כותב לפני ההתחלה של C או אחרי הסוף שלה.
reason-order = ⁦N = { $n }⁩: כשה־warps רצים בסדר אחר, מתקבלת תוצאה אחרת.
reason-wrong = ⁦N = { $n }, TILE_WIDTH = { $tile }⁩: { $wrong } מתוך { $all } איברי C שגויים.
reason-inputs = ה־kernel משנה את A או את B. אלה קלטים: כותבים רק אל C.
reason-shared = ב־kernel המקומפל חסרה טעינה מ־shared memory או כתיבה אליו, כלומר ה־threads אינם חולקים דבר.

hint-compiles = תקנו קודם את ההודעה הראשונה; לעיתים קרובות הבאות נובעות ממנה.
hint-endless = האם משתנה הלולאה גדל בכל סיבוב, והאם התנאי בכיוון הנכון?
hint-bounds = איזה תנאי מבטיח ש־row, col, aCol ו־bRow קטנים מ־N? לכל אחת משתי הטעינות דרוש זוג תנאים משלה.
hint-misaligned = float יושב בכתובת שהיא כפולה של 4 בתים. האם המרתם מצביע לטיפוס אחר?
hint-barrier = הוציאו את ⁦__syncthreads()⁩ אל מחוץ ל־if, ואל תתנו לאף thread לצאת מוקדם: גם threads שמחוץ למטריצה צריכים להמתין.
hint-gpu = הריצו על התקן ה־CPU: הוא מציין את השורה.

why-nothing-written = אף איבר של C לא נכתב. האם חסרה השורה האחרונה, או שהתנאי שלה אף פעם אינו מתקיים?
why-partly-written = יש איברים של C שלא נכתבו כלל. בדקו את התנאי בשורה האחרונה, ואת החישוב של row ושל col.
why-adds-to-c = ה־kernel מוסיף על מה שהיה ב־C קודם. צברו את הסכום במשתנה נפרד שמתחיל ב־0.0f, וכתבו אל C פעם אחת.
why-transposed-c = התקבלה המכפלה המשוחלפת (transposed): row ו־col התחלפו בכתיבה אל C או בחישוב שלהם. הציר x נע לאורך שורה, ולכן col נגזר מ־x.
why-transposed-b = התקבלה המכפלה של A ב־B המשוחלפת (transposed): שני האינדקסים של B (או של Bs) התחלפו.
why-transposed-a = התקבלה המכפלה של A המשוחלפת (transposed) ב־B: שני האינדקסים של A (או של As) התחלפו.
why-swapped = התקבלה המכפלה B כפול A. בכפל מטריצות הסדר חשוב.
why-stale-tile = בכל שלב מוכפל שוב ה־tile הראשון. האם האינדקס של הטעינה כולל את ⁦t*TILE_WIDTH⁩?
why-first-phase = רק השלב הראשון נספר. האם הלולאה על t רצה ⁦ceil(N / TILE_WIDTH)⁩ פעמים?
why-last-phase = רק השלב האחרון נספר. הסכום צריך להתאפס ל־0.0f פעם אחת, לפני הלולאה על השלבים.
why-first-missing = השלב הראשון חסר. האם t מתחיל מ־0?
why-last-tile-dropped = ה־tile האחרון, החלקי, חסר. את מספר השלבים מעגלים כלפי מעלה: ⁦(N + TILE_WIDTH - 1) / TILE_WIDTH⁩.
why-barriers = חסר מחסום. ⁦__syncthreads()⁩ אחד צריך להפריד בין הטעינה של ה־tile לקריאה ממנו, ועוד אחד בין הקריאה לטעינה של ה־tile הבא.
why-race-RAW = חסר המחסום שבין טעינת ה־tiles לקריאה מהם: warp מהיר קורא לפני ש־warp איטי הספיק לכתוב.
why-race-WAR = חסר המחסום שבין הקריאה מה־tiles לטעינה של הבאים: warp מהיר דורס ערך ש־warp איטי עוד צריך לקרוא.
why-race-WAW = שני threads כותבים לאותו איבר. האם כל thread טוען איבר משלו?
why-edge = כש־N הוא כפולה של TILE_WIDTH התוצאה נכונה, ולכן הבעיה ב־tiles החלקיים. מה שמעבר לשוליים צריך להיכנס ל־tile כ־0.0f.
why-early-return = thread שיוצא לפני המחסומים לא טוען דבר, ולשכניו חסר מה שהיה עליו לטעון. השאירו את כל ה־threads עד הסוף, והגנו בתנאי רק על הכתיבה.
why-fixed-width = עבור ⁦TILE_WIDTH = 16⁩ התוצאה נכונה. האם במקום כלשהו כתוב מספר במקום TILE_WIDTH?
why-unknown = זו אינה אחת הטעויות הנפוצות. חשבו ביד איבר שגוי אחד עבור ⁦N = 2⁩ ו־⁦TILE_WIDTH = 2⁩, ועקבו אחרי הטעינות.

answer-student = מכאן והלאה רץ ה־{ $symbol } שלכם.
answer-course = מכאן והלאה רץ ה־{ $symbol } של הקורס, כי שלכם עדיין לא עבר את הבדיקה.
