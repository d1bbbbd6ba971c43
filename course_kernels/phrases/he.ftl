# כל מה ש־course_kernels אומר, בעברית. המפתחות זהים לאלה של en.ftl, ובדיקה משווה ביניהם.

kernel-naive = כפל מטריצות נאיבי
kernel-tiled = כפל מטריצות מרוצף
kernel-tiled_missing_first_barrier = כפל מטריצות מרוצף בלי המחסום הראשון (שגוי בכוונה)
kernel-tiled_missing_second_barrier = כפל מטריצות מרוצף בלי המחסום השני (שגוי בכוונה)

# שגיאות שעוצרות kernel. השדות מגיעים מרשומות השגיאה של warpsim ושל הקורס.
error-compile = { $file }, שורה { $line }: { $message }
error-compile-more = { $count ->
    [one] יש עוד שגיאה אחת; ייתכן שתיעלם כשתתקנו את הראשונות.
    [two] יש עוד שתי שגיאות; ייתכן שייעלמו כשתתקנו את הראשונות.
   *[other] יש עוד { $count } שגיאות; ייתכן שייעלמו כשתתקנו את הראשונות.
}
error-compile-unclosed = הקובץ נגמר לפני שהסוגר שנפתח בשורה הזאת נסגר: { $message }
error-compile-log = הקובץ { $file } אינו מתקמפל: { $log }
error-launch = אי אפשר להשיק את { $kernel }: { $detail }.
error-launch-block = אי אפשר להשיק את { $kernel }. ב־block יש לפחות thread אחד ולכל היותר 1024 ({ $detail }).
error-launch-grid = אי אפשר להשיק את { $kernel }. ב־grid צריך להיות לפחות block אחד בכל כיוון, ולא יותר ממה ש־CUDA מרשה ({ $detail }).
error-launch-shared = אי אפשר להשיק את { $kernel }. אין כל כך הרבה shared memory ל־block אחד ({ $detail }).
error-launch-arguments = אי אפשר להשיק את { $kernel }. מספר הארגומנטים שונה ממספר הפרמטרים ({ $detail }).
error-launch-type = אי אפשר להשיק את { $kernel }. אחד הארגומנטים אינו מתאים לפרמטר שלו ({ $detail }).
error-launch-layout = אי אפשר להשיק את { $kernel }. מערכים חייבים להיות רציפים בזיכרון ({ $detail }).
error-launch-size = אי אפשר להשיק את { $kernel }. המערך גדול מדי להתקן ה־CPU ({ $detail }).
error-launch-local = אי אפשר להשיק את { $kernel }. המערכים המקומיים של כל thread גדולים מדי ({ $detail }).
error-launch-schedule = אי אפשר להשיק את { $kernel }. אין תזמון כזה ({ $detail }).
error-launch-name = אי אפשר להשיק את { $kernel }. אין kernel בשם הזה ({ $detail }).
error-bounds-read = { $file }, שורה { $line }: ה־thread { $thread } ב־block { $block } קורא את { $place }, אבל ב־{ $array } יש { $size } איברים בלבד.
error-bounds-write = { $file }, שורה { $line }: ה־thread { $thread } ב־block { $block } כותב אל { $place }, אבל ב־{ $array } יש { $size } איברים בלבד.
error-bounds = { $file }, שורה { $line }: ה־thread { $thread } ב־block { $block } ניגש אל { $place }, אבל ב־{ $array } יש { $size } איברים בלבד.
error-misaligned = { $file }, שורה { $line }: ה־thread { $thread } ב־block { $block } ניגש ל־{ $bytes } בתים החל מבית { $offset } של { $array }, אבל הכתובת אינה כפולה של { $bytes }.
error-barrier = { $file }, שורה { $line }: חלק מה־threads ב־block { $block } לעולם לא יגיעו ל־‎__syncthreads()‎ הזה, ולכן האחרים היו ממתינים לנצח. ה־thread { $thread } ממתין לשווא. כל ה־threads ב־block חייבים להגיע לאותו מחסום.
error-endless = { $file }, שורה { $line }: ה־kernel { $kernel } לא הסתיים גם אחרי { $budget } סיבובים של הלולאות. האם יש תנאי שאף פעם לא נעשה שקרי?
error-unsupported = { $file }, שורה { $line }: התקן ה־CPU אינו מכיר את ההוראה { $instruction }. ה־kernel הזה צריך GPU.
error-gpu = { $file }: ה־GPU נעצר בזמן הריצה של { $kernel }: { $detail }. הפעילו מחדש את המחברת; אם תגדירו ‎COURSE_DEVICE=cpu‎, הקורס יראה לכם באיזו שורה זה קרה.
error-gpu-launch = אי אפשר להשיק כך את { $kernel } שבקובץ { $file } ({ $detail }). ב־block יש 1 עד 1024 threads, וה־shared memory צריך להספיק.
error-gpu-compile = הקובץ { $file } אינו מתקמפל: { $log }
error-host-array = { $kernel } רץ על ה־GPU, ולכן גם המערכים שלו צריכים להיות שם. העתיקו אותם באמצעות ‎device().array(...)‎.

# שגיאות שימוש.
error-unknown = משהו השתבש: { $key }.
error-unknown-kernel = אין kernel בשם "{ $name }". בקורס יש: { $known }. שם של קובץ מסתיים ב־‎.cu‎.
error-unknown-device = אין התקן בשם "{ $name }". הקורס מכיר את "gpu" ואת "cpu".
error-no-gpu-no-cupy = אי אפשר להשתמש ב־GPU, כי CuPy אינו מותקן.
error-no-gpu-broken-cupy = אי אפשר להשתמש ב־GPU, כי CuPy אינו נטען. האם הוא מתאים לגרסת ה־CUDA של המחשב הזה?
error-no-gpu-no-gpu = אי אפשר להשתמש ב־GPU: CuPy אינו מוצא כרטיס של NVIDIA עם דרייבר תקין.
error-no-file = אי אפשר לקרוא את הקובץ { $file }.
error-not-utf8 = הקובץ { $file } אינו טקסט בקידוד UTF-8.
error-no-kernel = בקובץ { $file } אין אף פונקציית ‎__global__‎.
error-which-kernel = בקובץ { $file } יש כמה kernels: { $names }. ציינו באיזה מהם להשתמש.
error-bad-size = הערך של N צריך להיות 1 לפחות, והוא { $n }.
error-memory = אין מספיק זיכרון למטריצות בגודל כזה. נסו N קטן יותר.
error-bad-tile = tile ברוחב { $tile } דורש { $threads } threads ב־block, וב־block אפשר 1 עד { $most }.
error-no-submission = עדיין אין תא ‎%%kernel { $name }‎. הריצו קודם את התא הזה.
error-magic-name = כתבו את שם ה־kernel אחרי ‎%%kernel‎, למשל: ‎%%kernel tiled‎
error-magic-word = הפקודה ‎%%kernel‎ אינה מבינה את "{ $word }". קבועים כותבים בצורה ‎NAME=VALUE‎.

# התא של %%kernel.
magic-compiled = { $symbol } מתקמפל.
magic-todo = { $symbol } מתקמפל, אבל ה־TODO שבו עדיין פתוח.
magic-failed = ה־kernel עדיין לא מתקמפל.
magic-line = שורה { $line }: { $message }

# course doctor ו־course run.
doctor-title = מה המחשב הזה מציע לקורס
doctor-all-well = הכול תקין.
doctor-problems = { $count ->
    [one] דבר אחד דורש טיפול.
    [two] שני דברים דורשים טיפול.
   *[other] { $count } דברים דורשים טיפול.
}
doctor-device = ההתקן שבשימוש
doctor-cpu = מעבד
doctor-nvrtc = המהדר של CUDA (NVRTC)
doctor-llvm = llvmlite
doctor-kernel = kernel לבדיקה
doctor-cupy = CuPy
doctor-gpu = כרטיס NVIDIA
doctor-threads = { $count ->
    [one] thread אחד
   *[other] { $count } threads
}
doctor-kernel-right = מכפלה מרוצפת על { $device } יצאה נכונה
doctor-kernel-wrong = מכפלה מרוצפת על { $device } שגויה ב־{ $wrong } איברים
doctor-kernel-wrong-fix = אנא דווחו על כך, וצרפו את הפלט של ‎course doctor --json‎.
doctor-not-installed = לא מותקן
doctor-no-gpu = אין
doctor-gpu-driver = { $name }, דרייבר ל־CUDA { $version }
doctor-broken-fix = התקינו את הקורס מחדש: ‎pip install -e .‎ בתיקיית המאגר.
doctor-device-fix = קבעו את COURSE_DEVICE ל־cpu או ל־gpu, או אל תגדירו אותו כלל.
doctor-cupy-missing-fix = רק מי שיש לו GPU זקוק לו. על מחשב עם כרטיס NVIDIA: ‎pip install -e ".[cuda12]"‎ (או cuda13 לדרייבר של CUDA 13).
doctor-cupy-broken-fix = CuPy אינו נטען. הסירו את כל חבילות CuPy, ואז: ‎pip install -e ".[cuda12]"‎ (או cuda13 לדרייבר של CUDA 13).
doctor-gpu-none-fix = אין בו צורך: כל השיעורים רצים גם על התקן ה־CPU. ב־Colab: Runtime, Change runtime type, T4 GPU.
doctor-gpu-present-fix = יש כאן דרייבר של NVIDIA, אבל CuPy חסר: ‎pip install -e ".[cuda12]"‎ (או cuda13 לדרייבר של CUDA 13).
doctor-gpu-driver-fix = CuPy אינו מוצא דרייבר תקין. האם nvidia-smi מציג את הכרטיס? אם לא, התקינו את הדרייבר של NVIDIA; בינתיים כל השיעורים רצים על התקן ה־CPU.
run-kernel = kernel
run-device = התקן
run-size = N
run-tile = רוחב ה־tile
run-time = זמן
run-speed = מהירות
run-error = השגיאה הגדולה ביותר
run-verdict = תוצאה
run-right = נכונה
run-wrong = שגויה ב־{ $wrong } מתוך { $all } איברים

# ההודעות השכיחות של המהדר.
compiler-undefined = השם { $name } אינו מוגדר. האם הוקלד נכון, והוכרז לפני השימוש?
compiler-expected = חסר כאן "{ $sign }", או בסוף השורה שלפניה.
compiler-expected-expression = חסר כאן ביטוי.
compiler-expected-declaration = המהדר ציפה כאן להכרזה. האם יש סוגר מסולסל אחד יותר מדי?
compiler-expected-statement = המהדר ציפה כאן לפקודה.
compiler-expected-identifier = חסר כאן שם.
compiler-not-constant = הערך כאן חייב להיות קבוע שידוע בזמן הקומפילציה.
compiler-not-assignable = אי אפשר להציב ערך בביטוי הזה.
compiler-not-pointer = יש כאן סוגריים מרובעים על ביטוי מטיפוס { $type }, שאינו מערך ואינו מצביע.
compiler-unknown-directive = המהדר אינו מכיר את ההוראה שאחרי ‎#‎.
compiler-too-few-arguments = בקריאה לפונקציה חסרים ארגומנטים.
compiler-too-many-arguments = בקריאה לפונקציה יש יותר מדי ארגומנטים.
compiler-redeclared = השם { $name } כבר הוכרז בתחום הזה.
compiler-wrong-type = אי אפשר להציב ערך מטיפוס { $found } במשתנה מטיפוס { $wanted }.
compiler-no-member = אין שדה בשם { $name } בטיפוס { $type }.
compiler-no-return = הערך שאחרי return אינו מתאים לטיפוס של הפונקציה. kernel הוא void ואינו מחזיר ערך.
compiler-no-file = הקובץ { $name }, שמופיע ב־‎#include‎, אינו נמצא.

races-none = לא נמצאו races.
hazards-none = אין סכנות (hazards): עבור ⁦N = { $n }⁩, בין כל שתי גישות של { $symbol } לאותה מילה בזיכרון עומד מחסום.
hazards-found = ⁦{ $symbol }, N = { $n }⁩: { $count ->
    [one] נמצאה סכנה (hazard) אחת.
    [two] נמצאו שתי סכנות (hazards).
   *[other] נמצאו { $count } סכנות (hazards).
}
hazard-RAW = סכנת RAW (קריאה אחרי כתיבה) ב־{ $place }: ה־thread { $one } כותב לשם בשורה { $first }, ה־thread { $other } מאותו block { $block } קורא משם בשורה { $second }, ושום דבר לא מבטיח שהקריאה תמתין לכתיבה.
hazard-WAR = סכנת WAR (כתיבה אחרי קריאה) ב־{ $place }: ה־thread { $one } קורא משם בשורה { $first }, ה־thread { $other } מאותו block { $block } דורס את הערך בשורה { $second }, ושום דבר לא מבטיח שהכתיבה תמתין לקריאה.
hazard-WAW = סכנת WAW (כתיבה אחרי כתיבה) ב־{ $place }: ה־thread { $one } כותב לשם בשורה { $first }, ה־thread { $other } כותב לשם בשורה { $second } (block { $block }), ושום דבר לא קובע מי יהיה האחרון.

bench-machine = { $cpu }, מספר threads: { $threads }, { $simd }, { $date }. כל מכפלה הושוותה ל־float64 לפני שנמדדה.
bench-where = רץ על
bench-median = אלפיות שנייה
bench-range = הטוב..הגרוע
bench-speed = מהירות, GFLOP/s
bench-not-installed = לא מותקן
bench-wrong = שגוי
bench-failed = נכשל
bench-install = את ההתקנים האחרים מתקינים כך: ‎pip install -e ".[bench]"‎
bench-compile = קומפילציה
bench-cold = בלי cache
bench-cached = מה־cache
bench-start = טעינת המהדרים, פעם אחת בכל תהליך: { $ms } אלפיות שנייה.
bench-ratio = { $name }, { $kernel }, N = { $n }: יחס המהירויות { $times }, ולפי הזמנים הטובים ביותר { $best }
